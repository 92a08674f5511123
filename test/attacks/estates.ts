import type { CustomerMethods } from '@parley/core'
import { byProfile } from '../support/profile.js'
import type { Estate } from './attack.js'
import { page } from './payloads.js'
import type { Visitor } from './people.js'

type Chat = Omit<Visitor, 'token'>

const chatCount = byProfile({ quick: 10, full: 100, nightly: 100 })
const pageCount = byProfile({ quick: 10, full: 100, nightly: 100 })
const fieldCount = byProfile({ quick: 12, full: 100, nightly: 100 })
/**
 * Number of customer details that one request sets. More would exceed the smallest limit on the size of all details.
 */
const fieldsAtOnce = 4
const threadCount = byProfile({ quick: 20, full: 500, nightly: 500 })
/**
 * Text of each message of a long thread: 16,384 characters of three bytes each. The full and nightly profiles send 8.3
 * MiB in all, which is more than one thread may hold.
 */
const longText = '語'.repeat(16_384)
const longThreadCount = byProfile({ quick: 10, full: 180, nightly: 180 })
/** Maximum number of threads that one request may name. */
const namedCount = 100

/** Starts a chat for the customer, and creates the additional data that the attack needs. */
export async function createAttackerData(
  customer: CustomerMethods,
  estate: Estate | undefined,
): Promise<Chat> {
  if (estate === 'many chats') await fillProfile(customer)
  const { chat } = await customer.startChat({
    chat: { thread: { events: [{ type: 'message', text: 'hi' }] } },
  })
  const first = { chatId: chat.id, threadIds: [chat.thread.id] }
  if (estate === 'many chats') await startChats(customer)
  if (estate === 'rich message') return sendRichMessage(customer, first)
  if (estate === 'long thread') return lengthen(customer, first)
  return estate === 'many threads' ? addThreads(customer, first) : first
}

/** Adds visited pages and customer details until the engine rejects more details. */
async function fillProfile(customer: CustomerMethods): Promise<void> {
  const value = '語'.repeat(1_024)
  for (let index = 0; index < pageCount; index += 1) {
    await customer.updateCustomer({ monitoring: { page: page(index) } })
  }
  for (let index = 0; index < fieldCount; index += fieldsAtOnce) {
    const names = Array.from({ length: fieldsAtOnce }, (_, offset) => `field ${index + offset}`)
    const fields = Object.fromEntries(names.map((name) => [name, value]))
    if (!(await isAccepted(() => customer.updateCustomer({ fields })))) break
  }
}

async function startChats(customer: CustomerMethods): Promise<void> {
  for (let count = 1; count < chatCount; count += 1) await customer.startChat()
}

/**
 * Sends long messages to the chat, and returns the ids of all threads that received them. A full thread may be
 * continued in a new one.
 */
async function lengthen(customer: CustomerMethods, { chatId, threadIds }: Chat): Promise<Chat> {
  const ids = new Set(threadIds)
  for (let count = 0; count < longThreadCount; count += 1) {
    const sent = await customer.sendEvent({ chat_id: chatId, event: { type: 'message', text: longText } })
    ids.add(sent.thread_id)
  }
  return { chatId, threadIds: [...ids] }
}

/** Sends a rich message of nearly the maximum size, with a hundred buttons that share one postback. */
async function sendRichMessage(customer: CustomerMethods, chat: Chat): Promise<Chat> {
  const text = 'é'.repeat(500)
  const buttons = Array.from({ length: 10 }, () => ({ text, postback_id: 'pressed' }))
  const elements = Array.from({ length: 10 }, () => ({ buttons }))
  const { event } = await customer.sendEvent({
    chat_id: chat.chatId,
    event: { type: 'rich_message', template_id: 'cards', elements },
  })
  return { ...chat, eventId: event.id }
}

async function addThreads(customer: CustomerMethods, { chatId, threadIds }: Chat): Promise<Chat> {
  const ids = [...threadIds]
  for (let count = 1; count < threadCount; count += 1) {
    await customer.closeThread({ chat_id: chatId })
    const sent = await customer.sendEvent({ chat_id: chatId, event: { type: 'message', text: 'again' } })
    ids.push(sent.thread_id)
  }
  return { chatId, threadIds: ids.slice(-namedCount) }
}

/**
 * Returns whether the engine accepts the request. Returns `false` for a validation error, and throws any other error.
 */
async function isAccepted(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request()
    return true
  } catch (cause) {
    if (isValidation(cause)) return false
    throw cause
  }
}

function isValidation(cause: unknown): boolean {
  return cause instanceof Error && 'type' in cause && cause.type === 'validation'
}
