import type { SocketIoVersion, socketIoTransports } from '../../support/socket-io-link.js'
import { apiOn } from '../on.js'

type Transports = keyof typeof socketIoTransports

const realTime = ['rtm.test', 'pushes.test']
/** What has tests of its own for each transport of the actions. */
const actions = [
  'agent-actions.test',
  'conversation-changes.test',
  'conversation-events.test',
  'conversation-threads.test',
  'customer-actions.test',
]

/** Registers what is tested of sessions, for clients of that version of Socket.IO; in the nightly the actions too. */
export function sessionsOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, ['rtm.test'], ['rtm.test', ...actions])
}

/** Registers all that is tested of pushes, which takes as long again. */
export function pushesOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, ['pushes.test'])
}

/** Registers what could go wrong in one version, or over one transport, and not in another. */
export function chiefOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  const chief = ['rtm/protocol', 'rtm/reasons', 'pushes/ordering']
  return apiOn({ wire: wireOf(version, transports) }, chief, realTime)
}

function wireOf(version: SocketIoVersion, transports: Transports): string {
  return `socket.io ${version} ${transports}`
}
