"""Questions: from the words to an answer that explains all of them."""
