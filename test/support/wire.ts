import assert from 'node:assert/strict'
import type { Wire } from './link.js'
import { type socketIoTransports, socketIoVersions, socketIoWire } from './socket-io-link.js'
import { webSocketWire } from './websocket-link.js'
import { wireVariable } from './wire-variable.js'

const transports = ['polling', 'websocket', 'upgrade'] as const satisfies (keyof typeof socketIoTransports)[]

const wires: readonly Wire[] = [
  webSocketWire,
  ...socketIoVersions.flatMap((version) => transports.map((name) => socketIoWire(version, name))),
]

/** What the clients of this process connect by. */
export const wire = chosen()

function chosen(): Wire {
  const name = process.env[wireVariable] ?? webSocketWire.name
  return wires.find((known) => known.name === name) ?? assert.fail(`there is no wire ${name}`)
}
