import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ByteBudget } from '../http/byte-budget.js'
import { ResponseReservation } from './response-reservation.js'

const bytes = 1_000_000
const living = { aborted: false }

test('a request that is cancelled while it waits releases its share of the budget', async () => {
  const budget = new ByteBudget(bytes)
  budget.acquire(bytes, ['other'], living)
  const reservation = new ResponseReservation(budget, 'caller', { remoteAddress: '192.0.2.1' })
  const reserved = reservation.reserve(bytes, living)
  reservation.release()
  budget.release(bytes, ['other'])
  await assert.rejects(reserved, { type: 'request_timeout' })
  assert.equal(budget.heldBytes, 0)
})
