"""The built-in planner: words in, calls and an answer out, by rules that know no server."""
