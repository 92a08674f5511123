import type { socketIoTransports, socketIoVersions } from '../../support/socket-io-link.js'
import { wireVariable } from '../../support/wire-variable.js'

type Version = (typeof socketIoVersions)[number]
type Transports = keyof typeof socketIoTransports

/** Registers all that is tested of real time, for clients of that version of Socket.IO. */
export async function allOverSocketIo(version: Version, transports: Transports): Promise<void> {
  choose(version, transports)
  await import('../rtm.test.js')
  await import('../pushes.test.js')
}

/** Registers what could go wrong in one version, or over one transport, and not in another. */
export async function chiefOverSocketIo(version: Version, transports: Transports): Promise<void> {
  choose(version, transports)
  await import('../rtm/protocol.js')
  await import('../rtm/reasons.js')
  await import('../pushes/ordering.js')
}

function choose(version: Version, transports: Transports): void {
  process.env[wireVariable] = `socket.io ${version} ${transports}`
}
