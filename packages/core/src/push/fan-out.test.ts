import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead, fileUrls, now } from '../../test/domain-values.js'
import { agentTarget, customerTarget } from '../../test/push-targets.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Scope } from '../contract/scopes.js'
import type { MulticastRecipients } from '../domain/multicast.js'
import type { AgentPrincipal, CustomerPrincipal } from '../domain/principal.js'
import { builtInProperties } from '../domain/properties.js'
import { getConsequences } from '../facts/consequences.js'
import { CustomerTexts } from '../facts/customer-texts.js'
import { type FactOf, factChat } from '../facts/fact.js'
import { FactPush } from '../facts/fact-push.js'
import type { ChatHead, ChatScopes } from '../model/chat.js'
import type { OutgoingFrame, WireFormat } from '../ports/rtm-connection.js'
import type { Audience } from './audience.js'
import { FanOut } from './fan-out.js'
import type { PushTarget } from './push-target.js'
import { PushTargets } from './push-targets.js'

const readAll = new Set<Scope>(['chats--all:read'])
const utf8: WireFormat = { encode: (text) => Buffer.from(text) }

/** Connections that record what they receive. */
class Clients {
  readonly targets = new PushTargets()
  readonly fanOut = fanOutTo(this.targets)
  readonly #frames = new Map<string, OutgoingFrame[]>()

  customer(id: string, values: Partial<CustomerPrincipal> = {}, version: 'v0.3' | 'v0.5' = 'v0.5') {
    return this.#add(customerTarget(id, values, { version, push: this.#keep(id) }))
  }

  agent(id: string, values: Partial<AgentPrincipal> = {}, version: 'v0.3' | 'v0.4' = 'v0.4') {
    return this.#add(agentTarget(id, { scopes: readAll, ...values }, { version, push: this.#keep(id) }))
  }

  /** Ids of the connections that received something, in alphabetical order. */
  reached(): readonly string[] {
    return [...this.#frames.keys()].toSorted()
  }

  frames(id: string): readonly OutgoingFrame[] {
    return this.#frames.get(id) ?? []
  }

  heard(id: string): readonly { readonly action: string; readonly request_id?: string }[] {
    return this.frames(id).map(({ text }) => JSON.parse(text))
  }

  #add(target: PushTarget): PushTarget {
    this.targets.add(target)
    return target
  }

  #keep(id: string): PushTarget['push'] {
    return (frame) => this.#frames.set(id, [...this.frames(id), frame])
  }
}

function fanOutTo(targets: PushTargets): FanOut {
  const clock = new VirtualClock(now)
  return new FanOut({
    ...{ targets, catalogOf: () => builtInProperties, files: fileUrls, clock, steady: clock },
    failed: (_, cause) => assert.fail(String(cause)),
  })
}

const customers = new CustomerTexts()
const pushOf = (fact: Message) => new FactPush(fact, getConsequences('incoming_event'), customers)

type Message = FactOf<'incoming_event'>

const chat = chatHead()
const message: Message = {
  name: 'incoming_event',
  chat: factChat(chat),
  threadId: 'thread',
  event: chatEvent(),
}
const toChat = (
  head: ChatHead,
  but: {
    readonly formerMemberIds?: readonly string[]
    readonly formerScopes?: ChatScopes
    readonly exceptUserId?: string
  } = {},
): Audience => {
  const { formerMemberIds = [], formerScopes = null, exceptUserId = null } = but
  return { kind: 'chat', chat: head, formerMemberIds, formerScopes, exceptUserId }
}

test('a push is a frame with action, type and payload', () => {
  const clients = new Clients()
  clients.customer('c')
  clients.fanOut.deliver(toChat(chat), pushOf(message), null)
  assert.deepEqual(clients.heard('c'), [
    {
      action: 'incoming_event',
      type: 'push',
      payload: {
        chat_id: 'chat',
        thread_id: 'thread',
        event: {
          id: 'event',
          order: 1,
          timestamp: 1_700_000_000,
          author_id: 'customer',
          type: 'message',
          text: 'Hello',
        },
      },
    },
  ])
})

test('a push is encoded once for each API and version, and all connections get the same frame', () => {
  const clients = new Clients()
  for (const id of ['c1', 'c2']) clients.customer(id)
  clients.customer('older', {}, 'v0.3')
  for (const id of ['a1', 'a2']) clients.agent(id)
  clients.fanOut.deliver(toChat(chat), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['a1', 'a2', 'c1', 'c2', 'older'])
  const [c1, c2, a1, a2, older] = ['c1', 'c2', 'a1', 'a2', 'older'].map((id) => clients.frames(id)[0])
  assert.equal(c1, c2)
  assert.equal(a1, a2)
  assert.notEqual(c1, a1)
  assert.notEqual(c1, older)
})

test('only the connection that made the request gets the request id', () => {
  const clients = new Clients()
  const target = clients.customer('requester')
  clients.customer('another')
  clients.agent('agent')
  clients.fanOut.deliver(toChat(chat), pushOf(message), { target, requestId: 'a"b' })
  const [requested] = clients.heard('requester')
  const [other] = clients.heard('another')
  assert.deepEqual(requested, { request_id: 'a"b', ...other })
  for (const id of ['another', 'agent']) assert.equal('request_id' in (clients.heard(id)[0] ?? {}), false)
})

test('reaches all connections of the customers in the chat, and no other customers', () => {
  const clients = new Clients()
  clients.customer('here')
  clients.customer('here too')
  clients.customer('stranger', { id: 'stranger' })
  clients.customer('other license', { licenseId: 2 })
  clients.fanOut.deliver(toChat(chat), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['here', 'here too'])
})

test('reaches the agents whose token can read the chat, and no others', () => {
  const clients = new Clients()
  const own = new Set<Scope>(['chats--my:read'])
  clients.agent('all', { id: 'grace@example.com' })
  clients.agent('own')
  clients.agent('own only', { scopes: own })
  clients.agent('not own', { id: 'grace@example.com', scopes: own })
  clients.agent('no scope', { scopes: new Set() })
  clients.agent('other license', { licenseId: 2 })
  clients.fanOut.deliver(toChat(chat), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['all', 'own', 'own only'])
})

test('does not reach agents who cannot see the chat because of its scopes', () => {
  const clients = new Clients()
  clients.agent('outside', { id: 'grace@example.com' })
  clients.agent('inside', { id: 'grace@example.com', groups: [0, 7] })
  clients.agent('administrator', { id: 'root@example.com', permission: 'administrator' })
  const scopes = { groups: [7], agents: [] }
  clients.fanOut.deliver(toChat(chatHead({ scopes })), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['administrator', 'inside'])
})

test('an event for agents only does not reach customers', () => {
  const clients = new Clients()
  clients.customer('customer')
  clients.agent('agent')
  const note = { ...message, event: chatEvent({ recipients: 'agents' }) }
  clients.fanOut.deliver(toChat(chat), pushOf(note), null)
  assert.deepEqual(clients.reached(), ['agent'])
})

test('does not reach versions that do not have the event', () => {
  const clients = new Clients()
  clients.customer('older', {}, 'v0.3')
  clients.customer('newer')
  clients.agent('older agent', {}, 'v0.3')
  clients.agent('newer agent', {}, 'v0.4')
  const cards = chatEvent({ content: { type: 'rich_message', template_id: 'cards' } })
  clients.fanOut.deliver(toChat(chat), pushOf({ ...message, event: cards }), null)
  assert.deepEqual(clients.reached(), ['newer', 'newer agent'])
})

test('reaches an agent who is named in the chat scopes, once', () => {
  const clients = new Clients()
  clients.agent('named', { id: 'grace@example.com' })
  clients.agent('not named', { id: 'root@example.com' })
  clients.agent('named and in the group', { id: 'ada@example.com', groups: [7] })
  const scopes = { groups: [7], agents: ['grace@example.com', 'ada@example.com'] }
  clients.fanOut.deliver(toChat(chatHead({ scopes })), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['named', 'named and in the group'])
  for (const name of clients.reached()) assert.equal(clients.frames(name).length, 1)
})

test('reaches a user who was just removed', () => {
  const clients = new Clients()
  clients.agent('removed', { scopes: new Set() })
  clients.agent('stranger', { id: 'grace@example.com', scopes: new Set() })
  clients.customer('removed customer', { id: 'gone' })
  const formerMemberIds = ['ada@example.com', 'gone']
  clients.fanOut.deliver(toChat(chatHead({ members: [] }), { formerMemberIds }), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['removed', 'removed customer'])
})

test('reaches an agent who saw the chat by its former scopes, once', () => {
  const clients = new Clients()
  clients.agent('former', { id: 'grace@example.com', groups: [0, 7] })
  clients.agent('present', { id: 'joan@example.com', groups: [0, 8] })
  clients.agent('both', { id: 'mary@example.com', groups: [7, 8] })
  clients.agent('neither', { id: 'jean@example.com' })
  clients.agent('named before', { id: 'named@example.com' })
  clients.agent('named before, now in the group', { id: 'both@example.com', groups: [8] })
  clients.agent('may not read', { id: 'blind@example.com', groups: [7], scopes: new Set() })
  clients.agent('reads their own', {
    id: 'own@example.com',
    groups: [7],
    scopes: new Set(['chats--my:read']),
  })
  const head = chatHead({ scopes: { groups: [8], agents: [] } })
  const formerScopes = { groups: [7], agents: ['named@example.com', 'both@example.com'] }
  clients.fanOut.deliver(toChat(head, { formerScopes }), pushOf(message), null)
  const reached = ['both', 'former', 'named before', 'named before, now in the group', 'present']
  assert.deepEqual(clients.reached(), reached)
  for (const name of reached) assert.equal(clients.frames(name).length, 1)
})

test('the first scopes of a chat reach all agents', () => {
  const clients = new Clients()
  clients.agent('outside', { id: 'grace@example.com' })
  const head = chatHead({ scopes: { groups: [8], agents: [] } })
  clients.fanOut.deliver(toChat(head, { formerScopes: { groups: [], agents: [] } }), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['outside'])
})

test('leaves the sender out when the audience says so', () => {
  const clients = new Clients()
  clients.agent('sender')
  clients.agent('another', { id: 'grace@example.com' })
  clients.customer('customer')
  clients.fanOut.deliver(toChat(chat, { exceptUserId: 'ada@example.com' }), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['another', 'customer'])
})

test('a push to the agents of a license reaches all of them and no other users', () => {
  const clients = new Clients()
  clients.agent('one', { scopes: new Set() })
  clients.agent('two', { id: 'grace@example.com' })
  clients.agent('other license', { licenseId: 2 })
  clients.customer('customer')
  clients.fanOut.deliver({ kind: 'agents', licenseId: 1 }, pushOf(message), null)
  assert.deepEqual(clients.reached(), ['one', 'two'])
})

const nobody = { areAllAgents: false, agentIds: [], groups: [], customerIds: [] }

/** Returns the users who receive a push to these recipients, once per received push. */
function reachedBy(clients: Clients, named: Partial<MulticastRecipients>): readonly string[] {
  const recipients = { ...nobody, ...named }
  const fact = {
    name: 'incoming_multicast',
    licenseId: 1,
    authorId: 'root',
    content: 'Hi',
    recipients,
  } as const
  const push = new FactPush<'incoming_multicast'>(fact, getConsequences('incoming_multicast'), customers)
  clients.fanOut.deliver({ kind: 'recipients', licenseId: 1, recipients }, push, null)
  return clients.reached().flatMap((id) => clients.heard(id).map(({ action }) => `${id}: ${action}`))
}

function givenRecipients(): Clients {
  const clients = new Clients()
  clients.agent('ada', { scopes: new Set(), groups: [0, 7] })
  clients.agent('grace', { id: 'grace@example.com', groups: [0] })
  clients.agent('grace, elsewhere', { id: 'grace@example.com', groups: [0] }, 'v0.3')
  clients.agent('ada of another license', { licenseId: 2, groups: [0, 7] })
  clients.customer('casey', { id: 'casey' })
  clients.customer('casey, older', { id: 'casey' }, 'v0.3')
  clients.customer('casey of another license', { id: 'casey', licenseId: 2 })
  clients.customer('kim', { id: 'kim' })
  return clients
}

const everyAgent = [
  'ada: incoming_multicast',
  'grace: incoming_multicast',
  'grace, elsewhere: incoming_broadcast',
]
for (const [title, named, expected] of [
  ['all agents', { areAllAgents: true }, everyAgent],
  ['agents of a group', { groups: [7, 8] }, ['ada: incoming_multicast']],
  ['the group that every agent is in', { groups: [0] }, everyAgent],
  ['an agent by id, on each connection', { agentIds: ['grace@example.com'] }, everyAgent.slice(1)],
  ['a customer by id', { customerIds: ['casey'] }, ['casey: incoming_multicast']],
  ['no unknown users', { agentIds: ['casey', 'gone'], groups: [9], customerIds: ['ada@example.com'] }, []],
  [
    'each once, who is named in several ways',
    { areAllAgents: true, agentIds: ['ada@example.com', 'grace@example.com'], groups: [7] },
    everyAgent,
  ],
  [
    'agents and customers together',
    { agentIds: ['ada@example.com', 'grace@example.com'], groups: [7], customerIds: ['kim', 'casey'] },
    [
      ...everyAgent.slice(0, 1),
      'casey: incoming_multicast',
      ...everyAgent.slice(1),
      'kim: incoming_multicast',
    ],
  ],
] as const) {
  test(`a multicast reaches ${title}`, () => {
    assert.deepEqual(reachedBy(givenRecipients(), named), expected)
  })
}

test('a multicast is encoded once for each API and version', () => {
  const clients = givenRecipients()
  clients.agent('ada again', { groups: [0, 7] })
  clients.customer('kim again', { id: 'kim' })
  reachedBy(clients, { agentIds: ['ada@example.com'], customerIds: ['kim'] })
  const [ada, again, kim, kimAgain] = ['ada', 'ada again', 'kim', 'kim again'].map(
    (id) => clients.frames(id)[0],
  )
  assert.ok(ada !== undefined && kim !== undefined)
  assert.equal(ada, again)
  assert.equal(kim, kimAgain)
})

test('a multicast to a few ids looks up no other connections', () => {
  const targets = new PushTargets()
  targets.add(agentTarget('ada'))
  const asked: string[] = []
  const indexed = new Proxy(targets, {
    get(target, name: keyof PushTargets) {
      asked.push(name)
      const found = target[name]
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const recipients = { ...nobody, agentIds: ['ada@example.com'], customerIds: ['casey'] }
  const fact = {
    name: 'incoming_multicast',
    licenseId: 1,
    authorId: 'root',
    content: 'Hi',
    recipients,
  } as const
  const push = new FactPush<'incoming_multicast'>(fact, getConsequences('incoming_multicast'), customers)
  fanOutTo(indexed).deliver({ kind: 'recipients', licenseId: 1, recipients }, push, null)
  assert.deepEqual(asked, ['listByAgent', 'listByCustomer'])
})

test('a connection that closes during the delivery does not disturb the others', () => {
  const clients = new Clients()
  const leave = () => clients.targets.remove(leaving)
  const leaving = customerTarget('leaving', {}, { push: leave })
  clients.targets.add(leaving)
  clients.customer('staying')
  clients.fanOut.deliver(toChat(chat), pushOf(message), null)
  assert.deepEqual(clients.reached(), ['staying'])
})

for (const { receivers, counted } of [
  { receivers: 20, counted: 20 },
  { receivers: 3, counted: 16 },
]) {
  test(`a push to ${receivers} is charged by its bytes, for ${counted} receivers`, () => {
    const targets = new PushTargets()
    const fanOut = fanOutTo(targets)
    let bytes = 0
    const push: PushTarget['push'] = (frame) => {
      bytes = frame.bytesIn(utf8).length
    }
    for (let index = 0; index < receivers; index += 1) {
      targets.add(agentTarget(`agent-${index}`, { scopes: readAll }, { version: 'v0.4', push }))
    }
    const event = chatEvent({ content: { type: 'message', text: '漢'.repeat(1_000) } })
    const charged = fanOut.deliver(toChat(chat), pushOf({ ...message, event }), null)
    assert.ok(bytes > 3_000)
    assert.equal(Math.round(charged), counted * bytes)
  })
}
