import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { facts } from '../../test/arbitraries.js'
import {
  agentUser,
  agentViewer,
  chatEvent,
  chatHead,
  customerUser,
  customerViewer,
} from '../../test/domain-values.js'
import { pushContracts } from '../../test/schemas.js'
import { type PushContract, schemaFor } from '../contract/define.js'
import { versions } from '../contract/versions.js'
import { explain } from '../domain/explain.js'
import type { Viewer } from '../views/viewer.js'
import { getConsequences } from './consequences.js'
import { type FactName, type FactOf, factChat } from './fact.js'

const viewers: readonly Viewer[] = [
  ...versions.customer.map(customerViewer),
  ...versions.agent.map(agentViewer),
]

function pushView<N extends FactName>(fact: FactOf<N>, viewer: Viewer): object | undefined {
  const { customerPush, agentPush } = getConsequences(fact.name)
  return viewer.api === 'customer' ? customerPush?.(fact, viewer) : agentPush?.(fact, viewer)
}

/** Pushes without a fact: those sent as a connection ends, and queue positions, which change as time passes. */
const sentWithoutFact = ['agent_disconnected', 'customer_disconnected', 'queue_position_updated']

const newestName = ({ name, newerName = name }: PushContract) => newerName

function payloadSchema(name: string, { api, version }: Viewer): TSchema | undefined {
  const contract = pushContracts.find(
    (push) =>
      newestName(push) === name && push.api === api && push.versions.some((known) => known === version),
  )
  return contract && schemaFor(contract.payload, version)
}

for (const viewer of viewers) {
  for (const [name, all] of Object.entries(facts)) {
    const schema = payloadSchema(name, viewer)
    const where = `${viewer.api} ${viewer.version}`

    if (schema === undefined) {
      test(`${name} is not shown to ${where}, which does not have it`, () => {
        fc.assert(fc.property(all, (fact) => assert.equal(pushView(fact, viewer), undefined)))
      })
    } else {
      const compiled = Compile(schema)
      test(`${name} is shown to ${where} exactly as the contract defines it`, () => {
        fc.assert(
          fc.property(all, (fact) => {
            const payload = pushView(fact, viewer)
            if (payload === undefined) return
            const wire: unknown = JSON.parse(JSON.stringify(payload))
            if (!compiled.Check(wire)) assert.fail(explain(schema, wire, name))
            assert.deepEqual(surplus(schema, wire), [])
          }),
        )
      })
    }
  }
}

test('every push of the contract is shown by a fact, or sent without one', () => {
  const names: readonly string[] = [...Object.keys(facts), ...sentWithoutFact]
  for (const push of pushContracts) assert.ok(names.includes(newestName(push)), push.name)
})

const chat = factChat(chatHead({ id: 'c' }))
const event = (recipients: 'all' | 'agents'): FactOf<'incoming_event'> => {
  return { name: 'incoming_event', chat, threadId: 'thread', event: chatEvent({ recipients }) }
}
const typing = (recipients: 'all' | 'agents'): FactOf<'incoming_typing_indicator'> => {
  return { name: 'incoming_typing_indicator', chat, authorId: 'a', at: 1_999, recipients, isTyping: true }
}

for (const fact of [event('agents'), typing('agents')]) {
  test(`${fact.name} for agents is not shown to customers`, () => {
    for (const version of versions.customer) assert.equal(pushView(fact, customerViewer(version)), undefined)
    for (const version of versions.agent) assert.notEqual(pushView(fact, agentViewer(version)), undefined)
  })
}

test('customers never see the e-mail address or the routing status of an agent', () => {
  const fact = { name: 'chat_users_updated', chat, added: [agentUser()], removed: [] } as const
  const shown = JSON.stringify(pushView(fact, customerViewer()))
  assert.doesNotMatch(shown, /ada@mail|accepting_chats|secret hash/)
  assert.match(JSON.stringify(pushView(fact, agentViewer())), /ada@mail.*accepting_chats/)
})

test('the routing status is shown only while the agent is logged in', () => {
  const { agent } = agentUser()
  const added = [agentUser({ agent: { ...agent, onlineUntil: agentViewer().now } })]
  const shown = pushView({ name: 'chat_users_updated', chat, added, removed: [] }, agentViewer())
  assert.doesNotMatch(JSON.stringify(shown), /routing_status/)
})

test('a ban is shown only while it applies', () => {
  const { now } = agentViewer()
  const shown = (bannedUntil: number | null) => {
    const customer = customerUser({ customer: { ...customerUser().customer, bannedUntil } })
    return JSON.stringify(pushView({ name: 'customer_updated', chat, customer }, agentViewer()))
  }
  assert.match(shown(now + 1), /"banned":true/)
  for (const bannedUntil of [now, now - 1, null]) assert.match(shown(bannedUntil), /"banned":false/)
})

test('timestamps are in seconds, rounded down', () => {
  assert.deepEqual(pushView(typing('all'), customerViewer()), {
    chat_id: 'c',
    typing_indicator: { author_id: 'a', timestamp: 1, is_typing: true },
  })
})

test('a thread that was closed by routing has no user id', () => {
  const closed = (userId: string | null) =>
    ({ name: 'thread_closed', chat, threadId: 't', properties: {}, userId }) as const
  assert.deepEqual(pushView(closed(null), agentViewer()), { chat_id: 'c', thread_id: 't' })
  assert.deepEqual(pushView(closed('u'), agentViewer()), { chat_id: 'c', thread_id: 't', user_id: 'u' })
})

/** Returns the paths of the value that its schema does not define. */
function surplus(schema: TSchema, value: unknown, path = ''): readonly string[] {
  if (Type.IsUnion(schema)) {
    const branch = schema.anyOf.find((one: TSchema) => Check(one, value))
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
