import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { refusal } from '../../test/assertions.js'
import { changesOn } from '../../test/changes.js'
import {
  agent,
  agentPrincipal,
  configuration,
  configuredRule,
  customerPrincipal,
  fileUrls,
  now,
} from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import type { CallerSlots } from '../changes/caller-slots.js'
import type { ThreadAuthors } from '../chats/thread-authors.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { toConfiguredWebhooks } from '../configuration/configured-webhooks.js'
import { defineAction } from '../contract/define.js'
import type { Scope } from '../contract/scopes.js'
import type { Caller } from '../domain/caller.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { Fact } from '../facts/fact.js'
import type { SecretKeys } from '../identity/secret-keys.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Presence } from '../presence/presence.js'
import type { SearchIndexer } from '../search/search-indexer.js'
import { resolveSettings } from '../settings.js'
import { Catalog } from './catalog.js'
import type { ActionContext } from './context.js'
import { Deadlines } from './deadlines.js'
import { type Call, Dispatcher } from './dispatcher.js'
import { handle } from './handle.js'
import { Shutdown } from './shutdown.js'
import { Validator } from './validator.js'

const contract = defineAction({
  api: 'agent',
  name: 'note',
  summary: 'Takes a note.',
  spec: 'decisions §9',
  versions: ['v0.4'],
  transports: ['web', 'rtm'],
  scopes: ['chats.meta--all:write', 'chats.meta--my:write'],
  request: Type.Object({ text: Type.String() }),
  response: Type.Object({ by: Type.String(), text: Type.String() }),
})

const fact: Fact = {
  name: 'agent_updated',
  licenseId: 1,
  agentId: 'a',
  routingStatus: 'accepting_chats',
  formerStatus: 'not_accepting_chats',
}
const bot = agent({ id: 'bot', ownerClientId: 'app', groups: [{ id: 3, priority: 'normal' }] })

type Run = (
  context: ActionContext<'agent'>,
  payload: { text: string },
) => Promise<{ by: string; text: string }>

/** Stores nothing, but responds and publishes a fact like a change. */
const change: Run = (context, { text }) =>
  context.commit([], async () => ({ response: { by: context.principal.id, text }, facts: [fact] }))

async function givenDispatcher(run: Run = change, configured = configuration()) {
  const clock = new VirtualClock(now)
  const storage = await openStorage((tx) => tx.agents.insert(bot))
  const settings = resolveSettings({ storage })
  const { changes, records, told, facts } = changesOn(storage, clock)
  const calls: ActionContext<'agent'>[] = []
  const action = handle(contract, (context, payload) => {
    calls.push(context)
    return run(context, payload)
  })
  const shutdown = new Shutdown()
  const dispatcher = new Dispatcher({
    catalog: new Catalog([action]),
    shutdown,
    deadlines: new Deadlines(clock, settings.timeouts.requestMs),
    clock,
    configurations: { get: () => configured },
    context: {
      settings,
      ids: new SystemIds(clock),
      secretKeys: scripted<SecretKeys>({}),
      ...{ clock, steady: clock },
      read: storage.read,
      fileUrls,
      validator: new Validator(settings.contractLimits),
      changes,
      records,
      threadAuthors: scripted<ThreadAuthors>({}),
      presence: scripted<Presence>({}),
      geolocator: { locate: () => null },
      search: scripted<SearchIndexer>({}),
      turns: scripted<CallerSlots>({}),
    },
  })
  const delivered = () =>
    storage.transaction((tx) =>
      tx.outbox.claim({ now, owner: 'node', leaseUntil: now + 1, webhooks: [{ id: 'webhook', limit: 10 }] }),
    )
  return { dispatcher, clock, calls, shutdown, told, facts, delivered }
}

const caller = (values: Partial<AgentPrincipal> = {}): Caller => {
  const scopes = new Set<Scope>(['chats.meta--my:write'])
  return { api: 'agent', version: 'v0.4', principal: agentPrincipal({ scopes, ...values }) }
}

const call = (values: Partial<Call> = {}): Call => ({
  caller: caller(),
  action: 'note',
  transport: 'web',
  payload: { text: 'Hello' },
  authorId: undefined,
  idempotencyKey: undefined,
  client: { ip: null, userAgent: null },
  connection: null,
  ...values,
})

const me = 'ada@example.com'

test('a call is committed together with the webhook deliveries of its license', async () => {
  const webhooks = toConfiguredWebhooks([configuredRule({ action: 'agent_status_changed' })])
  const { dispatcher, delivered } = await givenDispatcher(change, configuration({ webhooks }))
  await dispatcher.run(call())
  assert.deepEqual(await delivered(), [
    {
      ...{ id: 'id-1', webhookId: 'webhook', licenseId: 1, chatId: null, sequence: null, createdAt: now },
      payload: '{"action":"agent_status_changed","data":{"agent_id":"a","status":"accepting chats"}}',
      ...{ eventOrder: null, attemptCount: 0 },
    },
  ])
})

test('sends the response of a call after its facts are published', async () => {
  const { dispatcher, told } = await givenDispatcher()
  const heard: unknown[] = []
  told.hear = ({ facts }) => heard.push(...facts)
  const respond = (response: unknown) => heard.push(response)
  const response = { by: me, text: 'Hello' }
  assert.deepEqual(await dispatcher.run(call({ respond })), response)
  assert.deepEqual(heard, [fact, response])
})

const refused: readonly (readonly [string, Partial<Call>, Parameters<typeof refusal>])[] = [
  ['an unknown action', { action: 'nothing' }, ['validation', /unknown action "nothing"/]],
  ['a long unknown action', { action: 'x'.repeat(99) }, ['validation', /unknown action "x{64}"$/]],
  [
    'another version',
    { caller: { ...caller(), api: 'agent', version: 'v0.3', principal: agentPrincipal() } },
    ['validation'],
  ],
  [
    'another API',
    { caller: { api: 'customer', version: 'v0.4', principal: customerPrincipal() } },
    ['validation', /unknown action/],
  ],
  ['a bad payload', { payload: {} }, ['validation', /payload\.text is required/]],
  ['no payload', { payload: undefined }, ['validation', /payload\.text is required/]],
  ['a missing scope', { caller: caller({ scopes: new Set() }) }, ['authorization', /chats\.meta--all:write/]],
  ['an author that does not exist', { authorId: 'nobody' }, ['authorization', /author_id is not a bot/]],
  ['a bot of another app', { authorId: 'bot', caller: caller({ clientId: 'other' }) }, ['authorization']],
  ['a bot for a host', { authorId: 'bot', caller: caller({ clientId: null }) }, ['authorization']],
  ['a bot of another license', { authorId: 'bot', caller: caller({ licenseId: 2 }) }, ['authorization']],
  ['an empty key', { idempotencyKey: '' }, ['validation', /idempotency key must have 1 to 128/]],
  ['a long key', { idempotencyKey: 'x'.repeat(129) }, ['validation', /idempotency key must have 1 to 128/]],
]

for (const [title, values, expected] of refused) {
  test(`${title} is refused, and the action does not run`, async () => {
    const { dispatcher, calls } = await givenDispatcher()
    await assert.rejects(dispatcher.run(call(values)), refusal(...expected))
    assert.equal(calls.length, 0)
  })
}

test('validates the payload before it checks the scopes', async () => {
  const { dispatcher } = await givenDispatcher()
  const both = call({ payload: {}, caller: caller({ scopes: new Set() }) })
  await assert.rejects(dispatcher.run(both), refusal('validation'))
})

test('an app acts as its own bot, with the groups of the bot', async () => {
  const { dispatcher, calls } = await givenDispatcher()
  assert.deepEqual(await dispatcher.run(call({ authorId: 'bot' })), { by: 'bot', text: 'Hello' })
  assert.deepEqual(calls[0]?.principal.groups, [3])
})

test('a customer cannot name an author', async () => {
  const { dispatcher } = await givenDispatcher()
  const customer: Caller = { api: 'customer', version: 'v0.5', principal: customerPrincipal() }
  await assert.rejects(dispatcher.run(call({ caller: customer, authorId: 'bot' })), refusal('validation'))
})

test('a repeated request is carried out once and gets the same response', async () => {
  const { dispatcher, calls, facts } = await givenDispatcher()
  const first = await dispatcher.run(call({ idempotencyKey: 'key' }))
  const second = await dispatcher.run(call({ idempotencyKey: 'key' }))
  assert.deepEqual(second, first)
  assert.deepEqual(facts(), [fact])
  assert.equal(calls.length, 1)
})

test('an idempotency key belongs to one caller and one payload', async () => {
  const { dispatcher, calls } = await givenDispatcher()
  await dispatcher.run(call({ idempotencyKey: 'key' }))
  await dispatcher.run(call({ idempotencyKey: 'key', caller: caller({ id: 'grace@example.com' }) }))
  await dispatcher.run(call({ idempotencyKey: 'key', authorId: 'bot' }))
  assert.equal(calls.length, 3)
  const other = call({ idempotencyKey: 'key', payload: { text: 'Bye' } })
  await assert.rejects(dispatcher.run(other), refusal('validation', /used before with another payload/))
})

test('two equal concurrent requests are carried out once and get the same response', async () => {
  const held = gate()
  const { dispatcher, facts } = await givenDispatcher(async (context, payload) => {
    await held.promise
    return change(context, payload)
  })
  const both = [1, 2].map(() => dispatcher.run(call({ idempotencyKey: 'key' })))
  held.open()
  const response = { by: me, text: 'Hello' }
  assert.deepEqual(await Promise.all(both), [response, response])
  assert.deepEqual(facts(), [fact])
})

test('a call that exceeds the time limit is refused', async () => {
  const { dispatcher, clock } = await givenDispatcher(() => new Promise(() => undefined))
  const late = dispatcher.run(call())
  clock.advance(15_000)
  await assert.rejects(late, refusal('request_timeout'))
})

test('reports a failure of an action as internal, without its message', async () => {
  const { dispatcher } = await givenDispatcher(async () => {
    throw new Error('select secret')
  })
  await assert.rejects(dispatcher.run(call()), refusal('internal', /^Internal server error$/))
})

test('refuses new calls of any caller during shutdown', async () => {
  const { dispatcher, calls, shutdown } = await givenDispatcher()
  shutdown.begin()
  const unknown = Promise.reject(new Error('nobody knows the caller'))
  for (const late of [call(), Promise.resolve(call()), unknown]) {
    await assert.rejects(dispatcher.run(late), refusal('service_unavailable', /shutting down/))
  }
  assert.equal(calls.length, 0)
})

test('carries out a call that arrived before the shutdown, even if its caller is identified later', async () => {
  const { dispatcher, shutdown } = await givenDispatcher()
  const known = gate()
  const answer = dispatcher.run(known.promise.then(() => call()))
  shutdown.begin()
  known.open()
  assert.deepEqual(await answer, { by: me, text: 'Hello' })
})
