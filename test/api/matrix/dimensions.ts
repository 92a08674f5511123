import { mountIn } from '../../support/chosen-host.js'
import type { StartHost } from '../../support/host.js'
import { apiOn } from '../on.js'

/** Runs the tests whose results could depend on the framework. */
export function apiInHost(host: StartHost): Promise<void> {
  mountIn(host)
  return apiOn({ storage: 'SQLite' }, [
    'requests/bounds',
    'requests/cors',
    'requests/errors',
    'requests/idempotency',
    'files/refusals',
    'files/send-file',
    'files/serving',
    'files/upload-image',
    'conversation/send-event',
    'rtm/protocol',
    'pushes/ordering',
  ])
}

/** Runs the tests whose results could depend on the storage. */
export function apiOnStorage(storage: string): Promise<void> {
  return apiOn({ storage }, [
    'agent-actions.test',
    'configuration.test',
    'conversation-changes.test',
    'conversation-events.test',
    'conversation-threads.test',
    'customer-actions.test',
    'requests/idempotency',
  ])
}

/**
 * Runs the tests whose results could differ when every request goes to another node. Even the nightly leaves some out:
 * rates and unindexed events belong to one node, and two changes in one millisecond on two nodes have no order.
 */
export function apiOnNodes(nodes: string, storage: string): Promise<void> {
  const chief = [
    'agent-actions/membership',
    'conversation/close-thread',
    'conversation/send-event',
    'conversation/update-scopes',
    'customer-actions/start-chat',
    'pushes/audience',
    'pushes/ordering',
    'requests/idempotency',
  ]
  return apiOn({ nodes, storage }, chief, [...chief, 'conversation-events.test', 'pushes.test'])
}
