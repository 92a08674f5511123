import { tracingChannel } from 'node:diagnostics_channel'

/** Loaded before a program: prints where each server of it listens. */
tracingChannel('net.server.listen').subscribe({
  start: () => undefined,
  end: () => undefined,
  asyncStart: () => undefined,
  error: () => undefined,
  asyncEnd: (message) => {
    const { server } = Object(message)
    console.log(`listens on port ${server.address().port}`)
  },
})
