"""What a turn means by the turns before it, and what is asked of the server or the conversation themselves."""
