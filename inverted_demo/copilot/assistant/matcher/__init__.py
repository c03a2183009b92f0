"""The built-in model: it matches the words of a question with what a server offers, and knows nothing else."""

from assistant.matcher.matcher import Matcher as Matcher
