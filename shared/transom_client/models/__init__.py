"""Language models that a page can be given: behind an endpoint, or in the browser. The person chooses one.

    choice      the kinds that there are, which one was chosen, and its key
    endpoint    any endpoint that speaks the OpenAI API: exchange, sse, completion, refusals
    browser     the model that the browser brings along
    limits      how far a model may go for one answer
    form, web   the form to choose in, and how a page reaches models: these two need a browser

Another kind of model is one more module with a `Source`, and one more `Kind` in a page's list.
"""
