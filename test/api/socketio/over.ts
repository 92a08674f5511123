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
 * Registers all tests of sessions and pushes for one version of the Socket.IO client. The nightly profile adds the
 * actions, and the quick profile runs only the chief tests.
 */
export function allOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  const some = profile === 'quick' ? chief : realTime
  return apiOn({ wire: wireOf(version, transports) }, some, [...realTime, ...actions])
}

/** Registers the tests whose result could differ between versions or transports. */
export function chiefOverSocketIo(version: SocketIoVersion, transports: Transports): Promise<void> {
  return apiOn({ wire: wireOf(version, transports) }, chief, realTime)
}

function wireOf(version: SocketIoVersion, transports: Transports): string {
  return `socket.io ${version} ${transports}`
}
