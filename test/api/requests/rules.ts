import assert from 'node:assert/strict'
import { type ValidationRule, validationRules } from '@parley/core/contract'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'

interface Sample {
  readonly by: 'agent' | 'customer'
  readonly action: string
  readonly payload: object
  /** Expected `path`, `rule` and, when the error has one, `limit`. */
  readonly data: readonly [path: string, rule: ValidationRule, limit?: number]
}

const text = (text: unknown, more: object = {}) => ({ event: { type: 'message', text, ...more } })

/**
 * One request for each rule that can be broken over both transports. In `chat_id`, `''` stands for an active chat and
 * `closed` for a closed one.
 */
const samples: readonly Sample[] = [
  { by: 'customer', action: 'send_event', payload: {}, data: ['payload.chat_id', 'required'] },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: 7, ...text('x') },
    data: ['payload.chat_id', 'wrong_type'],
  },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: 'none', ...text('x') },
    data: ['payload.chat_id', 'not_found'],
  },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: '', ...text('') },
    data: ['payload.event.text', 'empty'],
  },
  {
    ...{ by: 'customer', action: 'send_event', payload: { chat_id: '', ...text('x'.repeat(16_385)) } },
    data: ['payload.event.text', 'too_long', 16_384],
  },
  {
    ...{ by: 'customer', action: 'send_event', payload: { chat_id: '', event: { type: 'nothing' } } },
    data: ['payload.event.type', 'wrong_value'],
  },
  {
    ...{
      by: 'customer',
      action: 'send_event',
      payload: { chat_id: '', ...text('x', { recipients: 'all' }) },
    },
    data: ['payload.event.recipients', 'not_allowed'],
  },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: '', event: { type: 'custom', content: { large: 'x'.repeat(65_536) } } },
    data: ['payload.event.content', 'too_large', 65_536],
  },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: '', event: { type: 'custom', content: { a: 'x\0' } } },
    data: ['request.payload.event.content.a', 'wrong_format'],
  },
  {
    by: 'customer',
    action: 'send_event',
    payload: { chat_id: '', deep: JSON.parse('['.repeat(40) + ']'.repeat(40)) },
    data: [`request.payload.deep${'[0]'.repeat(30)}`, 'too_deep', 32],
  },
  {
    by: 'customer',
    action: 'get_chats_summary',
    payload: { limit: 0 },
    data: ['payload.limit', 'too_low', 1],
  },
  {
    by: 'customer',
    action: 'get_chats_summary',
    payload: { limit: 26 },
    data: ['payload.limit', 'too_high', 25],
  },
  {
    by: 'customer',
    action: 'get_chat_threads',
    payload: { chat_id: '', thread_ids: [] },
    data: ['payload.thread_ids', 'too_few', 1],
  },
  {
    by: 'customer',
    action: 'get_chat_threads',
    payload: { chat_id: '', thread_ids: Array(101).fill('x') },
    data: ['payload.thread_ids', 'too_many', 100],
  },
  {
    by: 'customer',
    action: 'update_customer',
    payload: { fields: { constructor: 'x' } },
    data: ['payload.fields.constructor', 'reserved'],
  },
  {
    by: 'customer',
    action: 'update_customer',
    payload: { customer: { name: 'Lee' }, email: 'lee@example.com' },
    data: ['payload.email', 'conflicts_with'],
  },
  { by: 'customer', action: 'start_chat', payload: {}, data: ['payload', 'limit_reached', 1] },
  {
    by: 'agent',
    action: 'close_thread',
    payload: { chat_id: 'closed' },
    data: ['payload.chat_id', 'not_active'],
  },
  {
    by: 'agent',
    action: 'get_archives',
    payload: { filters: { date_from: '2026-02-01', date_to: '2026-01-01' } },
    data: ['payload.filters.date_from', 'wrong_order'],
  },
]

/**
 * Rules that need another sender, or a request over one transport. The tests below and those of the actions cover
 * them.
 */
const elsewhere: readonly ValidationRule[] = [
  ...([
    'malformed',
    'unsupported',
    'wrong_state',
    'key_reused',
    'details_required',
    'unknown_field',
  ] as const),
  // Covered by the tests of webhooks, property definitions, groups of bots, and admin.
  ...(['not_public', 'cannot_change', 'duplicate', 'already_exists', 'too_short'] as const),
]

forEachStorage('rules of validation', (storage) => {
  const suite = useEngine(storage, { limits: { chatsPerCustomer: 1 } })

  test('every validation rule is sampled here, or listed as sampled elsewhere', () => {
    const named = new Set([...samples.map(({ data: [, rule] }) => rule), ...elsewhere])
    assert.deepEqual([...named].toSorted(), Object.keys(validationRules).toSorted())
  })

  for (const transport of ['web', 'rtm'] as const) {
    test(`validation errors contain path, rule and limit over ${transport}`, async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const other = await startChat(await world.customer())
      await agent.web().succeed('close_thread', { chat_id: other.chatId })
      const callers = { customer: await customer.via(transport), agent: await agent.via(transport) }
      for (const { by, action, payload, data } of samples) {
        const [path, rule, limit] = data
        const chats = new Map<unknown, string>([
          ['', chatId],
          ['closed', other.chatId],
        ])
        const named = 'chat_id' in payload ? { chat_id: chats.get(payload.chat_id) ?? payload.chat_id } : {}
        const error = await callers[by].refuse(action, { ...payload, ...named })
        assert.equal(at(error, 'type'), 'validation')
        assert.deepEqual(at(error, 'data'), { path, rule, ...(limit !== undefined && { limit }) }, action)
      }
    })
  }

  test('validation errors contain the rule for a reused idempotency key, and for a second login', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.connect()
    const { chatId: chat_id } = await startChat(customer)
    for (const caller of [customer.web(), connection]) {
      const options = { idempotencyKey: `key of ${caller === connection ? 'rtm' : 'web'}` }
      await caller.succeed('send_event', { chat_id, ...text('one') }, options)
      const error = await caller.refuse('send_event', { chat_id, ...text('two') }, options)
      assert.deepEqual(at(error, 'data'), { path: 'idempotency_key', rule: 'key_reused' })
    }
    const again = await connection.refuse('login', { token: customer.token })
    assert.deepEqual(at(again, 'data'), { path: 'action', rule: 'wrong_state' })
    const unknown = await connection.refuse('nowhere')
    assert.deepEqual(at(unknown, 'data'), { path: 'action', rule: 'not_found' })
  })

  test('validation errors contain the rule for HTTP requests that cannot be parsed', async () => {
    const customer = await (await suite.world()).customer()
    const { licenseId } = customer.world
    const url = `${suite.engine.origin}/customer/v0.5/action/send_event`
    const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
    const license = `?license_id=${licenseId}`
    for (const [query, changed, body, data] of [
      ['', {}, '{}', { path: 'license_id', rule: 'required' }],
      ['?license_id=x', {}, '{}', { path: 'license_id', rule: 'wrong_format' }],
      [license, { 'content-type': 'text/plain' }, '{}', { path: 'Content-Type', rule: 'unsupported' }],
      [license, { 'content-encoding': 'br' }, '{}', { path: 'Content-Encoding', rule: 'unsupported' }],
      [license, {}, '{', { path: 'request', rule: 'malformed' }],
      [license, {}, '[]', { path: 'request', rule: 'wrong_type' }],
      [license, {}, '{"text":"x"}', { path: 'text', rule: 'unknown_field' }],
      [license, {}, '{"author_id":7}', { path: 'author_id', rule: 'wrong_type' }],
    ] as const) {
      const answer = await exchange(`${url}${query}`, {
        method: 'POST',
        headers: { ...headers, ...changed },
        body,
      })
      assert.equal(answer.status, 400)
      assert.deepEqual(at(answer.body, 'error.data'), data, body)
    }
  })
})
