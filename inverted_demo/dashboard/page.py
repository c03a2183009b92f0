from operations.views.start import start

await start()
