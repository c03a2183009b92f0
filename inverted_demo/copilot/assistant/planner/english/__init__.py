"""General English: words, numbers, days and phrases, and no word of any server's domain."""
