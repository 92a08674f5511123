import { isDeepStrictEqual } from 'node:util'
import { HttpPeer } from '../../fuzz/http-peer.js'
import { readChat } from '../read-back.js'
import type { Entry } from './log.js'
import type { Agent, People } from './people.js'

/**
 * Returns the chats whose only thread does not list every assignment and every return to the queue, once and in order.
 */
export async function findWrongThreads(
  port: number,
  { agents, readerToken }: People,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const wrong: string[] = []
  const peer = new HttpPeer(port)
  const reader = { root: '/agent/v0.4', query: '', token: readerToken }
  for (const [chatId, texts] of expectedMessages(entries, agents)) {
    const threads = await readChat(peer, reader, chatId)
    const found = threads.map(({ events }) => events.map(({ order, text }) => ({ order, text })))
    const expected = [texts.map((text, index) => ({ order: index + 1, text }))]
    if (isDeepStrictEqual(found, expected)) continue
    wrong.push(`${chatId} contains ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
  peer.close()
  return wrong
}

/**
 * Returns the system messages that each thread should contain, by chat. In the end an agent has closed every thread.
 */
function expectedMessages(
  entries: readonly Entry[],
  agents: readonly Agent[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  const textsByChat = new Map<string, string[]>()
  for (const entry of entries) {
    if (entry.kind === 'agent') continue
    const texts = textsByChat.get(entry.chatId) ?? []
    const isFirst = !textsByChat.has(entry.chatId)
    textsByChat.set(entry.chatId, texts)
    if (entry.kind === 'serves') texts.push(`${names.get(entry.agentId)} was assigned to the chat`)
    if (entry.kind === 'waits' && !isFirst) texts.push('The chat waits for another agent')
  }
  for (const texts of textsByChat.values()) texts.push('The chat was closed')
  return textsByChat
}
