import assert from 'node:assert/strict'
import { chosen } from './dimensions.js'
import type { Wire } from './link.js'
import { nameOf, type socketIoTransports, socketIoVersions, socketIoWire } from './socket-io-link.js'
import { webSocketWire } from './websocket-link.js'

const transports = ['polling', 'websocket', 'upgrade'] as const satisfies (keyof typeof socketIoTransports)[]

/** The wire by which the clients of this process connect. */
export const wire = chosenWire()

/** Creates only the chosen wire, because the older clients of Socket.IO are not installed everywhere. */
function chosenWire(): Wire {
  const name = chosen('wire') ?? webSocketWire.name
  if (name === webSocketWire.name) return webSocketWire
  for (const version of socketIoVersions) {
    const transport = transports.find((one) => name === nameOf(version, one))
    if (transport !== undefined) return socketIoWire(version, transport)
  }
  return assert.fail(`there is no transport ${name}`)
}
