import assert from 'node:assert/strict'
import { HttpPeer } from '../../fuzz/http-peer.js'
import { readChat } from '../read-back.js'
import type { Entry } from './log.js'
import type { Agent, People } from './people.js'

/**
 * That each thread tells what became of it: every assignment, and every time that it waited again, once and in
 * order.
 */
export async function checkStored(
  port: number,
  { agents, readerToken }: People,
  entries: readonly Entry[],
): Promise<void> {
  const peer = new HttpPeer(port)
  const reader = { root: '/agent/v0.4', query: '', token: readerToken }
  for (const [chatId, told] of toldBy(entries, agents)) {
    const threads = await readChat(peer, reader, chatId)
    assert.equal(threads.length, 1)
    const events = threads.flatMap((thread) => thread.events)
    assert.deepEqual(
      events.map(({ text }) => text),
      told,
      chatId,
    )
    assert.deepEqual(
      events.map(({ order }) => order),
      told.map((_, index) => index + 1),
    )
  }
  peer.close()
}

/** What a thread says, by chat; in the end an agent has closed it. */
function toldBy(entries: readonly Entry[], agents: readonly Agent[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  const told = new Map<string, string[]>()
  for (const entry of entries) {
    if (entry.kind === 'agent') continue
    const texts = told.get(entry.chatId) ?? []
    const isFirst = !told.has(entry.chatId)
    told.set(entry.chatId, texts)
    if (entry.kind === 'serves') texts.push(`${names.get(entry.agentId)} was assigned to the chat`)
    if (entry.kind === 'waits' && !isFirst) texts.push('The chat waits for another agent')
  }
  for (const texts of told.values()) texts.push('The chat was closed')
  return told
}
