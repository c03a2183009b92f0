from assistant.views.start import start

await start()
