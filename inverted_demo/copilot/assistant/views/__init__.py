"""What is seen of the copilot: these modules alone use the browser."""
