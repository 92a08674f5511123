import { tracingChannel } from 'node:diagnostics_channel'

/** Prints the address of each server that a program starts. It is loaded before the program. */
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
