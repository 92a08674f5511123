import { profile } from '../../support/profile.js'
import type { SocketIoVersion, socketIoTransports } from '../../support/socket-io-link.js'
import { apiOn } from '../on.js'

type Transports = keyof typeof socketIoTransports

const chief = ['rtm/protocol', 'rtm/reasons', 'pushes/ordering']
const realTime = ['rtm.test', 'pushes.test']
/** Test files that already cover each transport of the actions themselves. */
const actions = [
  'agent-actions.test',
  'conversation-changes.test',
  'conversation-events.test',
  'conversation-threads.test',
  'customer-actions.test',
]

/**
 * Registers all that is tested of sessions and pushes, for clients of that version of Socket.IO; in the nightly the
 * actions too. The quick profile has time for the chief ones only.
 */
export function allOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  const some = profile === 'quick' ? chief : realTime
  return apiOn({ wire: wireOf(version, transports) }, some, [...realTime, ...actions])
}

/** Registers what could go wrong in one version, or over one transport, and not in another. */
export function chiefOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, chief, realTime)
}

function wireOf(version: SocketIoVersion, transports: Transports): string {
  return `socket.io ${version} ${transports}`
}
