import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { textAt } from '../../support/json.js'
import { excusedStatuses } from '../wire.js'
import type { Customer, People } from './people.js'
import { randomBetween, type Stage, sendRequest } from './stage.js'

const retryMs = 50
/** Number of customers who come at the same time. Then none come for a while, so that queues form and empty again. */
const burstCount = 24

/** Lets each customer start a chat within that time. Returns the group of each chat; 0 stands for every agent. */
export async function queueCustomers(
  stage: Stage,
  { licenseId, customers }: People,
  milliseconds: number,
): Promise<ReadonlyMap<string, number>> {
  const groupOf = new Map<string, number>()
  const pauseMs = (milliseconds * burstCount) / customers.length
  for (let first = 0; first < customers.length; first += burstCount) {
    const nextAt = performance.now() + randomBetween(stage.random, [0.5 * pauseMs, 1.5 * pauseMs])
    const burst = customers.slice(first, first + burstCount)
    const chatIds = await Promise.all(
      burst.map((customer, index) => startChat(stage, licenseId, customer, `chat-${first + index}`)),
    )
    for (const [index, chatId] of chatIds.entries()) groupOf.set(chatId, burst[index]?.groups[0] ?? 0)
    await delay(Math.max(0, nextAt - performance.now()))
  }
  return groupOf
}

/** Starts a chat exactly once, even when the request has to be repeated. */
async function startChat(
  stage: Stage,
  licenseId: number,
  { token, groups }: Customer,
  idempotencyKey: string,
): Promise<string> {
  const payload = groups.length === 0 ? {} : { chat: { scopes: { groups } } }
  for (;;) {
    const request = { token, licenseId, payload, idempotencyKey }
    const answer = await sendRequest(stage, ['customer', 'v0.5', 'start_chat'], request)
    if (answer?.status === 200) return textAt(answer.body, 'chat.id')
    assert.ok(
      [...excusedStatuses, undefined].includes(answer?.status),
      `start_chat: ${JSON.stringify(answer)}`,
    )
    if (stage.isOver) throw new Error('the run has ended')
    await delay(retryMs)
  }
}
