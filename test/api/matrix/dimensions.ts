import { mountIn } from '../../support/chosen-host.js'
import type { StartHost } from '../../support/host.js'
import { apiOn } from '../on.js'

/** What a framework could get wrong. */
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

/** What a storage could get wrong. */
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
 * What could go wrong where each request is another node's. Not even the nightly has all: rates, and what is not indexed yet,
 * are each node's own, and who makes two things in one millisecond on two nodes has them in no order.
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
