import assert from 'node:assert/strict'
import { HttpPeer } from '../fuzz/http-peer.js'
import { checkChat } from './check-chat.js'
import type { Ledger, Message } from './ledger.js'
import { readChat } from './read-back.js'
import { agentOf, customerOf, type Tenant } from './tenant.js'
import { call, sendEventPayload, storedEventOf } from './wire.js'

/** Sends the repeatable messages without a response again, as a client would. Each must then be stored exactly once. */
export async function repeatUnanswered(port: number, tenant: Tenant, ledger: Ledger): Promise<number> {
  const peer = new HttpPeer(port)
  const repeatable = ledger.repeatable()
  for (const message of repeatable) {
    await sendAgain(peer, tenant, ledger, message)
    await sendAgain(peer, tenant, ledger, message)
  }
  peer.close()
  return repeatable.length
}

async function sendAgain(peer: HttpPeer, tenant: Tenant, ledger: Ledger, message: Message): Promise<void> {
  const { customerToken = '' } = tenant.conversations.find(({ chatId }) => chatId === message.chatId) ?? {}
  const caller = customerOf(tenant, customerToken)
  const { idempotencyKey } = message
  const response = await call(peer, caller, 'send_event', sendEventPayload(message), { idempotencyKey })
  assert.ok(response !== undefined)
  const answer = storedEventOf(response)
  if (message.answer === undefined) ledger.answered(message, answer)
  else assert.deepEqual(answer, message.answer)
}

/** Checks that no acknowledged message is lost or duplicated, and that no event is missing in between. */
export async function checkAll(port: number, tenant: Tenant, ledger: Ledger): Promise<void> {
  const peer = new HttpPeer(port)
  const storedIds = new Set<string>()
  for (const { chatId } of tenant.conversations) {
    const threads = await readChat(peer, agentOf(tenant), chatId)
    checkChat(threads, ledger.of(chatId))
    for (const { events } of threads) for (const { id } of events) storedIds.add(id)
  }
  const lost = [...ledger.pushedIds].filter((id) => !storedIds.has(id))
  assert.deepEqual(lost, [], 'pushed, but not stored')
  peer.close()
}

/** Checks that the sequence of each chat continues where it ended. */
export async function continueEach(port: number, tenant: Tenant, ledger: Ledger): Promise<void> {
  const peer = new HttpPeer(port)
  const agent = agentOf(tenant)
  for (const { chatId } of tenant.conversations) {
    const last = (await readChat(peer, agent, chatId)).at(-1)
    const message = ledger.send({ chatId, sender: 'afterwards', isIdempotent: false, length: 0 })
    const response = await call(peer, agent, 'send_event', sendEventPayload(message))
    assert.ok(response !== undefined && last !== undefined)
    const answer = storedEventOf(response)
    assert.equal(answer.order, last.isActive ? last.events.length + 1 : 1)
    assert.equal(answer.threadId === last.id, last.isActive)
    ledger.answered(message, answer)
  }
  peer.close()
}
