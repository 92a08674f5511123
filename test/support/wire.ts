import assert from 'node:assert/strict'
import { chosen } from './dimensions.js'
import type { Wire } from './link.js'
import { type socketIoTransports, socketIoVersions, socketIoWire } from './socket-io-link.js'
import { webSocketWire } from './websocket-link.js'

const transports = ['polling', 'websocket', 'upgrade'] as const satisfies (keyof typeof socketIoTransports)[]

const wires: readonly Wire[] = [
  webSocketWire,
  ...socketIoVersions.flatMap((version) => transports.map((name) => socketIoWire(version, name))),
]

/** What the clients of this process connect by. */
export const wire = chosenWire()

function chosenWire(): Wire {
  const name = chosen('wire') ?? webSocketWire.name
  return wires.find((known) => known.name === name) ?? assert.fail(`there is no wire ${name}`)
}
