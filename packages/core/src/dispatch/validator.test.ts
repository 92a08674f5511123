import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refusal } from '../../test/assertions.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import type { ActionContract } from '../contract/define.js'
import { contractLimits } from '../contract/limits.js'
import { Validator } from './validator.js'

const validator = new Validator(contractLimits)
const { sendEvent, updateCustomer, getChatThreads, login } = customerContract
const message = (text: string) => ({ chat_id: 'chat', event: { type: 'message', text } })

test('returns a valid payload unchanged', () => {
  const payload = message('Hello')
  assert.equal(validator.request(sendEvent, 'v0.5', payload), payload)
})

test('an absent payload counts as empty', () => {
  assert.deepEqual(validator.request(customerContract.getChatsSummary, 'v0.5', undefined), {})
  const missing = () => validator.request(sendEvent, 'v0.5', undefined)
  assert.throws(missing, refusal('validation', /^Wrong format of request: payload.chat_id is required$/))
})

test('validates against the schema of the version', () => {
  const payload = { chat_id: 'chat', event: { type: 'rich_message', template_id: 'cards' } }
  assert.doesNotThrow(() => validator.request(sendEvent, 'v0.5', payload))
  const older = () => validator.request(sendEvent, 'v0.4', payload)
  assert.throws(older, refusal('validation', /payload.event.type must be one of message, annotation/))
})

test('a customer cannot set recipients', () => {
  const payload = { chat_id: 'chat', event: { type: 'message', text: 'x', recipients: 'agents' } }
  const send = () => validator.request(sendEvent, 'v0.5', payload)
  assert.throws(send, refusal('validation', /payload.event.recipients cannot be set/))
  assert.doesNotThrow(() => validator.request(agentContract.sendEvent, 'v0.4', payload))
})

test('accepts fields that the contract does not name', () => {
  const payload = { ...message('Hello'), later: true }
  assert.doesNotThrow(() => validator.request(sendEvent, 'v0.5', payload))
})

test('applies the default limits of the contract', () => {
  const { eventTextLength } = contractLimits
  assert.doesNotThrow(() => validator.request(sendEvent, 'v0.5', message('😀'.repeat(eventTextLength))))
  const tooLong = () => validator.request(sendEvent, 'v0.5', message('x'.repeat(eventTextLength + 1)))
  assert.throws(tooLong, refusal('validation', /payload.event.text must have at most 16384 characters/))
})

test('options change limits of lengths, items and keys', () => {
  const narrow = new Validator({ ...contractLimits, eventTextLength: 3, idCount: 1, customerFieldCount: 1 })
  const refusals: readonly (readonly [ActionContract, unknown, RegExp])[] = [
    [sendEvent, message('four'), /payload.event.text must have at most 3 characters/],
    [
      getChatThreads,
      { chat_id: 'c', thread_ids: ['a', 'b'] },
      /payload.thread_ids must have at most 1 items/,
    ],
    [updateCustomer, { fields: { a: '1', b: '2' } }, /payload.fields must have at most 1 keys/],
  ]
  for (const [contract, payload, problem] of refusals) {
    assert.doesNotThrow(() => validator.request(contract, 'v0.5', payload))
    assert.throws(() => narrow.request(contract, 'v0.5', payload), refusal('validation', problem))
  }
})

test('an option raises one limit, and leaves minimums and other limits unchanged', () => {
  const wide = new Validator({ ...contractLimits, eventTextLength: 20_000 })
  assert.doesNotThrow(() => wide.request(sendEvent, 'v0.5', message('x'.repeat(20_000))))
  assert.throws(() => wide.request(sendEvent, 'v0.5', message('x'.repeat(20_001))), refusal('validation'))
  assert.throws(
    () => wide.request(sendEvent, 'v0.5', message('')),
    refusal('validation', /must not be empty/),
  )
  const longName = () => wide.request(updateCustomer, 'v0.5', { name: 'x'.repeat(513) })
  assert.throws(longName, refusal('validation', /payload.name must have at most 512 characters/))
})

test('still validates the values of maps when an option changes a limit', () => {
  const narrow = new Validator({ ...contractLimits, customerFieldValueLength: 3 })
  for (const [fields, problem] of [
    [{ 'a\nb': 'four' }, /at most 3 characters/],
    [{ 'a\nb': 1 }, /must be a string/],
  ] as const) {
    assert.throws(() => narrow.request(updateCustomer, 'v0.5', { fields }), refusal('validation', problem))
  }
})

test('accepts a referrer only at login', () => {
  const customer = { monitoring: { page: { url: '/a', referrer: 5 } } }
  const atLogin = () => validator.request(login, 'v0.5', { token: 't', customer })
  assert.throws(atLogin, refusal('validation', /payload.customer.monitoring.page.referrer must be a string/))
  assert.doesNotThrow(() => validator.request(updateCustomer, 'v0.5', customer))
})

const contracts: readonly ActionContract[] = [
  ...Object.values(agentContract),
  ...Object.values(customerContract),
]

for (const contract of contracts) {
  test(`every payload that ${contract.api} ${contract.name} refuses gets an explanation`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...contract.versions), payloads, (version, payload) => {
        try {
          validator.request(contract, version, payload)
        } catch (cause) {
          refusal('validation', /payload/)(cause)
          assert.doesNotMatch(String(cause), /has not the right shape/)
        }
      }),
      { numRuns: 300 },
    )
  })
}

/** Generates payloads from the names and values of the contracts, so that many are almost valid. */
const leaf = fc.oneof(
  fc.constantFrom('all', 'message', 'custom', 'chat', '', 1, -1, 1.5, true, null),
  fc.string(),
)
const keys = fc.constantFrom(
  ...[
    'chat_id',
    'thread_ids',
    'thread_id',
    'event',
    'type',
    'text',
    'chat',
    'thread',
    'events',
    'properties',
  ],
  ...[
    'fields',
    'scopes',
    'groups',
    'token',
    'customer',
    'name',
    'limit',
    'agent_ids',
    'filters',
    'is_typing',
  ],
)
const payloads = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
})).object
