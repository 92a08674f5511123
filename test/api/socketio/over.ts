import type { SocketIoVersion, socketIoTransports } from '../../support/socket-io-link.js'
import { apiOn } from '../on.js'

type Transports = keyof typeof socketIoTransports

/** Registers all that is tested of real time, for clients of that version of Socket.IO. */
export function allOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, ['rtm.test', 'pushes.test'])
}

/** Registers what could go wrong in one version, or over one transport, and not in another. */
export function chiefOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, ['rtm/protocol', 'rtm/reasons', 'pushes/ordering'])
}

function wireOf(version: SocketIoVersion, transports: Transports): string {
  return `socket.io ${version} ${transports}`
}
