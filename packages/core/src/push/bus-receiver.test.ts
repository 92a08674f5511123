import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead, now } from '../../test/domain-values.js'
import { agentTarget, customerTarget } from '../../test/push-targets.js'
import { scripted } from '../../test/scripted.js'
import { MemoryBus } from '../bus-memory/memory-bus.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { builtInProperties } from '../domain/properties.js'
import { toChat } from '../domain/push.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'
import type { BusMessage } from './bus-message.js'
import { BusReceiver } from './bus-receiver.js'
import { FanOut } from './fan-out.js'
import type { EndOfSession } from './push-target.js'
import { Sessions } from './sessions.js'

function givenReceiver() {
  const heard: string[] = []
  const bus = new MemoryBus<BusMessage>(
    scripted<FailureLog>({ write: () => assert.fail('a listener failed') }),
  )
  const sessions = new Sessions()
  const fanOut = new FanOut(sessions, builtInProperties, new VirtualClock(now))
  const receiver = new BusReceiver({ nodeId: 'here', bus, sessions, fanOut })
  receiver.informs({
    forget: (hashes) => heard.push(`forget ${hashes.join()}`),
    forgetAll: () => heard.push('forget all'),
  })
  const tell = (id: string) => ({
    push: ({ text }: OutgoingFrame) =>
      heard.push(`${id} push${text.includes('request_id') ? ' with request_id' : ''}`),
    end: (cause: EndOfSession) => heard.push(`${id} ${cause}`),
    licenseExpiresAt: (instant: number | null) => heard.push(`${id} license ${instant}`),
  })
  sessions.add(agentTarget('ada', {}, tell('ada')))
  sessions.add(agentTarget('grace', { id: 'grace@example.com', clientId: 'other' }, tell('grace')))
  const ann = customerTarget('ann', {}, tell('ann'))
  sessions.add(ann)
  sessions.add(agentTarget('elsewhere', { licenseId: 2 }, tell('elsewhere')))
  receiver.listen(1)
  return { bus, receiver, heard, ann }
}

const closed = { name: 'thread_closed', chatId: 'chat', threadId: 'thread', userId: null } as const
const ada = 'ada@example.com'

const cases: readonly (readonly [string, BusMessage, readonly string[]])[] = [
  [
    'a push reaches who may get it',
    { kind: 'push', push: toChat(chatHead(), closed), nodeId: 'here', origin: null },
    ['ann push'],
  ],
  [
    'an agent who is logged out loses all connections',
    { kind: 'agent_logged_out', agentId: ada },
    ['ada logged_out_remotely'],
  ],
  [
    'an agent who is deleted loses all connections',
    { kind: 'agent_deleted', agentId: ada },
    ['forget all', 'ada agent_deleted'],
  ],
  [
    'a revoked token ends its sessions only',
    { kind: 'token_revoked', tokenHashes: ['hash of ann', 'hash of nobody'] },
    ['forget hash of ann,hash of nobody', 'ann token_revoked'],
  ],
  [
    'an app that is removed takes its sessions along',
    { kind: 'app_removed', clientId: 'other' },
    ['forget all', 'grace token_revoked'],
  ],
  [
    'every session hears when its license expires',
    { kind: 'license_changed', expiresAt: 5 },
    ['forget all', 'ada license 5', 'grace license 5', 'ann license 5'],
  ],
  ['a customer of the same id is no agent', { kind: 'agent_logged_out', agentId: 'customer' }, []],
]

for (const [title, message, expected] of cases) {
  test(title, () => {
    const { bus, heard } = givenReceiver()
    bus.publish(1, message)
    assert.deepEqual(heard, expected)
  })
}

test('only the node of the request names it, to the connection that made it', () => {
  const { bus, heard, ann } = givenReceiver()
  const push = toChat(chatHead(), closed)
  const origin = { sessionId: ann.id, requestId: 'request' }
  bus.publish(1, { kind: 'push', push, nodeId: 'here', origin })
  bus.publish(1, { kind: 'push', push, nodeId: 'elsewhere', origin })
  assert.deepEqual(heard, ['ann push with request_id', 'ann push'])
})

test('licenses that were not asked for are not listened to', () => {
  const { bus, heard } = givenReceiver()
  bus.publish(2, { kind: 'agent_logged_out', agentId: ada })
  assert.deepEqual(heard, [])
})

test('asking twice delivers once', () => {
  const { bus, receiver, heard } = givenReceiver()
  receiver.listen(1)
  bus.publish(1, { kind: 'agent_logged_out', agentId: ada })
  assert.equal(heard.length, 1)
})
