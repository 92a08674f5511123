import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead, fileUrls, now } from '../../test/domain-values.js'
import { agentTarget, customerTarget } from '../../test/push-targets.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Scope } from '../contract/scopes.js'
import { builtInProperties } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Logger } from '../ports/logger.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'
import { FanOut } from '../push/fan-out.js'
import type { AgentAccess, EndCause } from '../push/push-target.js'
import { PushTargets } from '../push/push-targets.js'
import { type Fact, factChat } from './fact.js'
import type { CommitListener, FactBatch } from './fact-batch.js'
import { FactReceiver } from './fact-receiver.js'
import type { MissingFacts } from './gaps.js'
import { LateCommits } from './late-commits.js'
import type { CommitCallbacks } from './received-commit.js'

interface Given {
  readonly hearsOthers?: boolean
  /** Result of reading missing commits from the storage; by default nothing is known. */
  readonly missing?: MissingFacts
}

function given({ hearsOthers = true, missing = { chat: undefined, commits: undefined } }: Given = {}) {
  const heard: string[] = []
  const failures: unknown[] = []
  const clock = new VirtualClock(now)
  const targets = new PushTargets()
  const late = new LateCommits(clock, scripted<Logger>({ warn: () => undefined }))
  const listening: CommitListener[] = []
  const receiver = new FactReceiver({
    ...{ clock, listening, chatCount: 100 },
    failures: scripted<FailureLog>({ write: (_, __, { cause }) => void failures.push(cause) }),
    targets,
    fanOut: new FanOut({
      ...{ targets, catalogOf: () => builtInProperties, files: fileUrls, clock, steady: clock },
      failed: (_, cause) => void failures.push(cause),
    }),
    caches: {
      forgetIdentities: (licenseId, selector) => heard.push(`forget ${selector.kind} of ${licenseId}`),
      forgetConfiguration: (licenseId, revision) => heard.push(`configuration ${revision} of ${licenseId}`),
      forgetHead: (chatId, revision) => heard.push(`forget ${chatId} before ${revision}`),
    },
    others: hearsOthers ? { listeningSince: () => now, readMissing: async () => missing, late } : undefined,
  })
  const tell = (id: string) => ({
    push: ({ text }: OutgoingFrame) =>
      heard.push(`${id} push${text.includes('request_id') ? ' with request_id' : ''}`),
    end: (cause: EndCause) => heard.push(`${id} ${cause}`),
    askToReconnect: () => heard.push(`${id} is sent back`),
    setAccess: ({ permission }: AgentAccess) => heard.push(`${id} stands as ${permission}`),
    licenseExpiresAt: (instant: number | null) => heard.push(`${id} license ${instant}`),
  })
  targets.add(agentTarget('ada', {}, tell('ada')))
  targets.add(agentTarget('grace', { id: 'grace@example.com', clientId: 'other' }, tell('grace')))
  const ann = customerTarget('ann', {}, tell('ann'))
  targets.add(ann)
  targets.add(agentTarget('elsewhere', { licenseId: 2 }, tell('elsewhere')))
  const callbacks = (values: Partial<CommitCallbacks> = {}): CommitCallbacks => ({
    connection: null,
    responsePush: undefined,
    authorId: null,
    charge: undefined,
    done: () => heard.push('done'),
    ...values,
  })
  const wait = async () => {
    clock.advance(300)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  return { receiver, listening, targets, heard, failures, callbacks, ann, wait, late }
}

const licenseId = 1
const agentId = 'ada@example.com'
const closed = (revision = 1): Fact => {
  const chat = factChat(chatHead({ revision }))
  return { name: 'thread_closed', chat, threadId: 'thread', properties: {}, userId: null }
}
const typing = (revision: number): Fact => ({
  name: 'incoming_typing_indicator',
  chat: factChat(chatHead({ revision })),
  authorId: agentId,
  at: now,
  recipients: 'all',
  isTyping: true,
})
const alone = (fact: Fact): FactBatch => ({ place: null, facts: [fact] })
const loggedOut = (id: string) => alone({ name: 'agent_logged_out', licenseId, agentId: id })
const inChat = (sequence: number, fact: Fact = closed()): FactBatch => {
  return { place: { chatId: 'chat', sequence, previousAt: sequence === 1 ? null : now }, facts: [fact] }
}

const cases: readonly (readonly [string, Fact, readonly string[]])[] = [
  ['a push reaches the users who may see it', closed(), ['ann push']],
  [
    'logging an agent out ends all of their connections',
    { name: 'agent_logged_out', licenseId, agentId },
    ['ada logged_out_remotely'],
  ],
  [
    'deleting an agent ends all of their connections',
    { name: 'agent_deleted', licenseId, agentId },
    ['forget agent of 1', 'ada agent_deleted'],
  ],
  [
    'revoking a token ends only its connections',
    { name: 'tokens_revoked', licenseId, tokenHashes: ['hash of ann', 'hash of nobody'] },
    ['forget tokens of 1', 'ann token_revoked'],
  ],
  [
    'removing an app ends its connections',
    { name: 'app_removed', licenseId, clientId: 'other' },
    ['forget app of 1', 'grace token_revoked'],
  ],
  [
    'every connection receives the new expiry of its license',
    { name: 'license_updated', licenseId, expiresAt: 5 },
    ['forget license of 1', 'ada license 5', 'grace license 5', 'ann license 5'],
  ],
  [
    'a changed configuration is read again',
    { name: 'configuration_updated', licenseId, revision: 7 },
    ['configuration 7 of 1'],
  ],
  [
    'logging an agent out does not end connections of a customer with the same id',
    { name: 'agent_logged_out', licenseId, agentId: 'customer' },
    [],
  ],
]

for (const [title, fact, expected] of cases) {
  test(title, () => {
    const { receiver, heard, callbacks } = given()
    receiver.distribute([alone(fact)], callbacks())
    assert.deepEqual(heard, [...expected, 'done'])
  })
}

test('delivers a commit of another node, and invalidates older chat heads', () => {
  const { receiver, heard } = given()
  receiver.receive(inChat(1, closed(3)))
  receiver.receive(alone({ name: 'agent_logged_out', licenseId, agentId }))
  assert.deepEqual(heard, ['forget chat before 3', 'ann push', 'ada logged_out_remotely'])
})

test('listeners receive a commit of this node before its connections do', () => {
  const { receiver, listening, heard, callbacks } = given()
  listening.push({ onCommit: (_, authorId) => heard.push(`${authorId} commits`) })
  receiver.receive(inChat(1))
  receiver.distribute([inChat(2)], callbacks({ authorId: 'ada' }))
  assert.deepEqual(heard, ['forget chat before 1', 'ann push', 'ada commits', 'ann push', 'done'])
})

test('removes a logged-out connection from the targets before ending it, so it has no grace period', () => {
  const { receiver, targets, callbacks } = given()
  let countAtEnd: number | undefined
  const end = () => {
    countAtEnd = targets.listByAgent(1, 'kim').length
  }
  targets.add(agentTarget('kim', { id: 'kim' }, { end }))
  receiver.distribute([loggedOut('kim')], callbacks())
  assert.equal(countAtEnd, 0)
})

test('adds the request id only for the connection that made the request', () => {
  const { receiver, heard, callbacks, ann } = given()
  const connection = { target: ann, requestId: 'request' }
  receiver.distribute([inChat(1)], callbacks({ connection, responsePush: 'thread_closed' }))
  receiver.distribute([inChat(2)], callbacks())
  assert.deepEqual(heard, ['ann push with request_id', 'done', 'ann push', 'done'])
})

test('adds the request id only to the push that answers the request', () => {
  const { receiver, heard, callbacks, ann } = given()
  const connection = { target: ann, requestId: 'request' }
  const chat = factChat(chatHead())
  const message: Fact = { name: 'incoming_event', threadId: 'thread', chat, event: chatEvent() }
  const batch: FactBatch = { place: null, facts: [message, closed(), message] }
  for (const responsePush of ['thread_closed', 'chat_users_updated', undefined]) {
    receiver.distribute([batch], callbacks({ connection, responsePush }))
  }
  const named = ['ann push', 'ann push with request_id', 'ann push', 'done']
  assert.deepEqual(heard, [...named, ...Array(2).fill(['ann push', 'ann push', 'ann push', 'done']).flat()])
})

test('delivers facts that were already true only to the connection that asked, if it may see them', () => {
  const { receiver, targets, heard, ann } = given()
  const stranger = customerTarget('stranger', { id: 'stranger' }, ann)
  const other = customerTarget('ann too', {}, ann)
  for (const target of [stranger, other]) targets.add(target)
  assert.ok(receiver.reply(closed(), { target: ann, requestId: 'request' }) > 0)
  assert.deepEqual(heard, ['ann push with request_id'])
  receiver.reply(closed(), { target: ann, requestId: undefined })
  assert.deepEqual(heard.slice(1), ['ann push'])
  receiver.reply(closed(), { target: stranger, requestId: 'request' })
  assert.equal(heard.length, 2)
})

test('holds an early commit and its response until the commit of the other node arrives', () => {
  const { receiver, heard, callbacks } = given()
  receiver.distribute([inChat(1)], callbacks())
  receiver.distribute([inChat(3)], callbacks())
  assert.deepEqual(heard, ['ann push', 'done'])
  receiver.receive(inChat(2))
  assert.deepEqual(heard.slice(2), ['forget chat before 1', 'ann push', 'ann push', 'done'])
})

test('delivers a lost commit as it is stored', async () => {
  const chat = factChat(chatHead())
  const read = (sequence: number) => ({ sequence, facts: [closed()], newReaderIds: [] })
  const { receiver, heard, callbacks, wait, late } = given({ missing: { chat, commits: [read(2), read(3)] } })
  receiver.distribute([inChat(1)], callbacks())
  receiver.distribute([inChat(3)], callbacks())
  await wait()
  assert.deepEqual(heard, ['ann push', 'done', 'ann push', 'ann push', 'done'])
  receiver.expect({ licenseId, chatId: 'chat', sequence: 3, at: now })
  receiver.receive(inChat(2))
  assert.deepEqual(heard.slice(5), ['forget chat before 1'])
  assert.deepEqual(late.metrics(), { lateCommitCount: 1, forcedReconnectCount: 0 })
})

test('closes connections of agents who gained access by a lost commit, and of no others', async () => {
  const agent = { id: 'kim@example.com', kind: 'agent' } as const
  const grouped = chatHead({ scopes: { groups: [7], agents: [] } })
  const chat = factChat({ ...grouped, members: [...grouped.members, agent] })
  const newReaderIds = ['kim@example.com', agentId]
  const missing = { chat, commits: [{ sequence: 2, facts: [], newReaderIds }] }
  const { receiver, heard, callbacks, wait, targets, late } = given({ missing })
  const scopes = new Set<Scope>(['chats--all:read'])
  const kim = { id: agent.id, permission: 'normal', groups: [1], scopes } as const
  const sawIt = { askToReconnect: () => assert.fail('an administrator saw the chat before') }
  targets.add(agentTarget('root', { permission: 'administrator', scopes }, sawIt))
  targets.add(agentTarget('kim', kim, { askToReconnect: () => heard.push('kim is sent back') }))
  receiver.distribute([inChat(1)], callbacks())
  receiver.expect({ licenseId, chatId: 'chat', sequence: 2, at: now })
  await wait()
  assert.deepEqual(heard.slice(2), ['kim is sent back'])
  assert.deepEqual(late.metrics(), { lateCommitCount: 1, forcedReconnectCount: 1 })
})

test('closes connections of agents and chat customers when a lost commit is unknown, before it delivers more', async () => {
  const { receiver, heard, callbacks, targets, wait, late } = given()
  targets.add(customerTarget('ben', { id: 'ben' }, { askToReconnect: () => heard.push('ben is sent back') }))
  receiver.distribute([inChat(1)], callbacks())
  receiver.distribute([inChat(3)], callbacks())
  await wait()
  const sentBack = ['ada is sent back', 'grace is sent back', 'ann is sent back']
  assert.deepEqual(heard, ['ann push', 'done', ...sentBack, 'ann push', 'done'])
  assert.deepEqual(late.metrics(), { lateCommitCount: 0, forcedReconnectCount: 3 })
  heard.length = 0
  receiver.expect({ licenseId, chatId: 'chat', sequence: 5, at: now })
  await wait()
  assert.deepEqual(heard, [...sentBack, 'ben is sent back'], 'nothing is known of the chat')
})

test('sends the response even if a commit before it was lost', async () => {
  const { receiver, heard, callbacks, wait } = given()
  receiver.distribute([inChat(1)], callbacks())
  receiver.distribute([inChat(3)], callbacks())
  await wait()
  assert.deepEqual(
    heard.filter((what) => !what.includes('sent back')),
    ['ann push', 'done', 'ann push', 'done'],
  )
  heard.splice(0, heard.length - 4)
  receiver.distribute([inChat(2)], callbacks())
  assert.deepEqual(heard.slice(4), ['done'])
})

test('never waits when there are no other nodes', () => {
  const { receiver, heard, callbacks } = given({ hearsOthers: false })
  receiver.distribute([inChat(1)], callbacks())
  receiver.distribute([inChat(3)], callbacks())
  assert.deepEqual(heard, ['ann push', 'done', 'ann push', 'done'])
})

test('calls done after all facts of the commit have been delivered', () => {
  const { receiver, heard, callbacks } = given()
  receiver.distribute([inChat(1), loggedOut(agentId)], callbacks())
  receiver.distribute([], callbacks())
  assert.deepEqual(heard, ['ann push', 'ada logged_out_remotely', 'done', 'done'])
})

test('skips an ephemeral fact when the chat has changed since', () => {
  const { receiver, heard, callbacks } = given()
  receiver.distribute([alone(typing(2))], callbacks())
  receiver.distribute([inChat(1, closed(3))], callbacks())
  receiver.receive(alone(typing(2)))
  receiver.receive(alone(typing(3)))
  const pushCount = heard.filter((what) => what === 'ann push').length
  assert.equal(pushCount, 3)
})

test('delivers ephemeral facts on a single node without remembering revisions', () => {
  const { receiver, heard, callbacks } = given({ hearsOthers: false })
  receiver.distribute([inChat(1, closed(3))], callbacks())
  receiver.distribute([alone(typing(2))], callbacks())
  assert.equal(heard.filter((what) => what === 'ann push').length, 2)
})

test('a license with many facts delays no other license, and its facts stay in order', async () => {
  const { receiver, targets, heard, callbacks } = given()
  const big = (): Fact => {
    const event = chatEvent({ content: { type: 'message', text: 'x'.repeat(1_000_000) } })
    return { name: 'incoming_event', chat: factChat(chatHead()), threadId: 'thread', event }
  }
  const batches = [1, 2, 3, 4, 5].map((sequence) => inChat(sequence, big()))
  receiver.distribute(batches, callbacks({ done: () => heard.push('all of it') }))
  receiver.receive(alone({ name: 'agent_logged_out', licenseId: 1, agentId }))
  receiver.receive(alone({ name: 'license_updated', licenseId: 2, expiresAt: 5 }))
  assert.deepEqual(heard, ['ann push', 'forget license of 2', 'elsewhere license 5'])
  while (targets.listByAgent(1, agentId).length > 0) await nextTurn()
  assert.deepEqual(heard.slice(3), [...Array(4).fill('ann push'), 'all of it', 'ada logged_out_remotely'])
})

test('an unusable commit does not block those behind it', async () => {
  const { receiver, targets, heard, failures, callbacks } = given()
  const text = 'x'.repeat(8 * 1_048_576)
  const big: Fact = {
    ...{ name: 'incoming_event', chat: factChat(chatHead()), threadId: 'thread' },
    event: chatEvent({ content: { type: 'message', text } }),
  }
  const useless: FactBatch = JSON.parse(JSON.stringify({ ...alone(closed()), place: undefined }))
  receiver.distribute([inChat(1, big), inChat(2)], callbacks())
  receiver.receive(useless)
  receiver.receive(alone({ name: 'agent_logged_out', licenseId, agentId }))
  while (targets.listByAgent(1, agentId).length > 0) await nextTurn()
  assert.deepEqual(heard.slice(1), ['ann push', 'done', 'forget chat before 1', 'ada logged_out_remotely'])
  assert.equal(failures.length, 1)
})

test('charges the request for the delivered bytes', () => {
  const { receiver, callbacks } = given()
  const charged: number[] = []
  const charge = (bytes: number) => charged.push(bytes)
  receiver.distribute([inChat(1)], callbacks({ charge }))
  receiver.distribute([alone({ name: 'agent_logged_out', licenseId: 3, agentId })], callbacks({ charge }))
  assert.ok((charged[0] ?? 0) > 0)
  assert.equal(charged[1], 0)
})

test('a request whose callback fails does not prevent delivery to others', async () => {
  const { receiver, heard, failures, callbacks } = given()
  const fault = new Error('no answer')
  const done = () => {
    throw fault
  }
  receiver.distribute([inChat(1), loggedOut(agentId)], callbacks({ done }))
  receiver.distribute([inChat(2)], callbacks())
  assert.deepEqual(heard, ['ann push', 'ada logged_out_remotely', 'ann push', 'done'])
  assert.deepEqual(failures, [fault])
})

test('sends the response even if charging fails, also for late commits', () => {
  const { receiver, heard, failures, callbacks } = given()
  const fault = new Error('no account')
  const charge = () => {
    throw fault
  }
  receiver.distribute([inChat(1)], callbacks({ charge }))
  receiver.distribute([inChat(1)], callbacks({ charge }))
  assert.deepEqual(heard, ['ann push', 'done', 'done'])
  assert.deepEqual(failures, [fault, fault])
})

test('a connection that fails to end does not keep others from ending', () => {
  const { receiver, targets, heard, failures, callbacks } = given()
  const fault = new Error('no socket')
  const end = () => {
    throw fault
  }
  targets.add(agentTarget('bad', { id: 'a@example.com', clientId: 'other' }, { end }))
  targets.add(
    agentTarget('good', { id: 'b@example.com', clientId: 'other' }, { end: () => heard.push('good') }),
  )
  receiver.distribute([alone({ name: 'app_removed', licenseId, clientId: 'other' })], callbacks())
  assert.deepEqual(heard, ['forget app of 1', 'grace token_revoked', 'good', 'done'])
  assert.deepEqual(failures, [fault])
})

test('a failing connection keeps neither other pushes nor done from being called', () => {
  const { receiver, targets, heard, failures, callbacks } = given()
  const fault = new Error('no socket')
  const push = () => {
    throw fault
  }
  targets.add(customerTarget('bad', {}, { push }))
  targets.add(customerTarget('good', {}, { push: () => heard.push('good push') }))
  receiver.distribute([inChat(1)], callbacks())
  assert.deepEqual(heard, ['ann push', 'good push', 'done'])
  assert.deepEqual(failures, [fault])
})
