"""The built-in planner: words in, calls and an answer out, by rules that know no server.

Each of its packages imports only from those above it in this list:

english     words, numbers, days and phrases of general English
offer       what a server offers: its tools, what they tell of and take, and the calls that are made of them
clauses     a turn as its clauses: questions, orders, and what is only said
wishes      what words want of one kind of things: conditions, an order, a number of them, fields
facts       what lists and details say, as things with fields, and which has to do with which
filling     arguments for the tools, from words
answers     what kind of answer a question wants, and that answer in words
selecting   which kind of things, and which of them, a text means
readings    what the words of a question may say of these facts, and which way to take them explains most
orders      which tool does what is ordered, with which arguments, or why not
reading     from a question to an answer that explains all of its words
turns       what a turn means by those before it; questions about the server and the conversation themselves
planner     all of it, in the order in which it is tried
"""
