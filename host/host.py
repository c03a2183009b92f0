from demo_host.start import start

await start()
