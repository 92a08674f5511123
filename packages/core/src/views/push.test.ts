import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { pushBodies } from '../../test/arbitraries.js'
import { agentUser, agentViewer, chatEvent, customerUser, customerViewer } from '../../test/domain-values.js'
import { pushContracts } from '../../test/schemas.js'
import { schemaFor } from '../contract/define.js'
import { versions } from '../contract/versions.js'
import { explain } from '../dispatch/explain.js'
import type { PushBody } from '../domain/push.js'
import { pushView } from './push.js'
import type { Viewer } from './viewer.js'

const viewers: readonly Viewer[] = [
  ...versions.customer.map(customerViewer),
  ...versions.agent.map(agentViewer),
]

/** Pushes that no body stands for: the edge sends them as a connection ends. */
const sentByEdge = ['agent_disconnected', 'customer_disconnected']

function payloadSchema(name: string, { api, version }: Viewer): TSchema | undefined {
  const contract = pushContracts.find(
    (push) => push.name === name && push.api === api && push.versions.some((known) => known === version),
  )
  return contract && schemaFor(contract.payload, version)
}

for (const viewer of viewers) {
  for (const [name, bodies] of Object.entries(pushBodies)) {
    const schema = payloadSchema(name, viewer)
    const where = `${viewer.api} ${viewer.version}`

    if (schema === undefined) {
      test(`${name}, which ${where} does not have, is never shown there`, () => {
        fc.assert(fc.property(bodies, (body) => assert.equal(pushView(body, viewer), undefined)))
      })
    } else {
      const compiled = Compile(schema)
      test(`${name} is shown to ${where} as the contract says, and as nothing else`, () => {
        fc.assert(
          fc.property(bodies, (body) => {
            const payload = pushView(body, viewer)
            if (payload === undefined) return
            const wire: unknown = JSON.parse(JSON.stringify(payload))
            assert.ok(compiled.Check(wire), explain(schema, wire, name))
            assert.deepEqual(surplus(schema, wire), [])
          }),
        )
      })
    }
  }
}

test('every push of the contract is shown by some body, or sent by the edge', () => {
  const names: readonly string[] = [...Object.keys(pushBodies), ...sentByEdge]
  for (const { name } of pushContracts) assert.ok(names.includes(name), name)
})

const event = (recipients: 'all' | 'agents'): PushBody => {
  return { name: 'incoming_event', chatId: 'chat', threadId: 'thread', event: chatEvent({ recipients }) }
}
const typing = (recipients: 'all' | 'agents'): PushBody => {
  return {
    name: 'incoming_typing_indicator',
    chatId: 'c',
    authorId: 'a',
    at: 1_999,
    recipients,
    isTyping: true,
  }
}

for (const body of [event('agents'), typing('agents')]) {
  test(`${body.name} for agents is not shown to customers`, () => {
    for (const version of versions.customer) assert.equal(pushView(body, customerViewer(version)), undefined)
    for (const version of versions.agent) assert.notEqual(pushView(body, agentViewer(version)), undefined)
  })
}

test('a customer never sees the e-mail address or the status of an agent', () => {
  const body: PushBody = { name: 'chat_users_updated', chatId: 'chat', added: [agentUser()], removed: [] }
  const shown = JSON.stringify(pushView(body, customerViewer()))
  assert.doesNotMatch(shown, /ada@mail|accepting_chats|secret hash/)
  assert.match(JSON.stringify(pushView(body, agentViewer())), /ada@mail.*accepting_chats/)
})

test('a status is shown only while the agent is logged in', () => {
  const { agent } = agentUser()
  const added = [agentUser({ agent: { ...agent, onlineUntil: agentViewer().now } })]
  const shown = pushView({ name: 'chat_users_updated', chatId: 'chat', added, removed: [] }, agentViewer())
  assert.doesNotMatch(JSON.stringify(shown), /routing_status/)
})

test('a ban is shown while it lasts', () => {
  const { now } = agentViewer()
  const shown = (bannedUntil: number | null) => {
    const customer = customerUser({ customer: { ...customerUser().customer, bannedUntil } })
    return JSON.stringify(pushView({ name: 'customer_updated', chatId: 'chat', customer }, agentViewer()))
  }
  assert.match(shown(now + 1), /"banned":true/)
  for (const bannedUntil of [now, now - 1, null]) assert.match(shown(bannedUntil), /"banned":false/)
})

test('instants are shown in seconds, rounded down', () => {
  assert.deepEqual(pushView(typing('all'), customerViewer()), {
    chat_id: 'c',
    typing_indicator: { author_id: 'a', timestamp: 1, is_typing: true },
  })
})

test('a thread that the router closed names no user', () => {
  const closed = (userId: string | null): PushBody => ({
    name: 'thread_closed',
    chatId: 'c',
    threadId: 't',
    userId,
  })
  assert.deepEqual(pushView(closed(null), agentViewer()), { chat_id: 'c', thread_id: 't' })
  assert.deepEqual(pushView(closed('u'), agentViewer()), { chat_id: 'c', thread_id: 't', user_id: 'u' })
})

/** Paths of what a value holds beside its schema. */
function surplus(schema: TSchema, value: unknown, path = ''): readonly string[] {
  if (Type.IsUnion(schema)) {
    const branch = schema.anyOf.find((one: TSchema) => Compile(one).Check(value))
    return branch === undefined ? [path] : surplus(branch, value, path)
  }
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item, index) => surplus(schema.items, item, `${path}[${index}]`))
  }
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return []
  const isOpen = Object.keys(schema.properties).length === 0
  return Object.entries(value).flatMap(([name, item]) => {
    const property = schema.properties[name]
    if (property === undefined) return isOpen ? [] : [`${path}.${name}`]
    return surplus(property, item, `${path}.${name}`)
  })
}
