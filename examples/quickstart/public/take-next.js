import { isolated } from './direction.js'

/** Maximum number of attempts. After that, the agent leaves the chats to the others. */
const MOST_TRIES = 5

/**
 * Joins the longest-waiting chat of the queue. When another agent joined it at the same moment, both are members: the
 * one who came second leaves it, and takes the next.
 *
 * @returns {Promise<{chatId?: string, words?: string}>} the chat, and a message for the agent
 */
export async function takeNext(desk, queue) {
  const quicker = new Set()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await queue.read()
    if (queue.problem !== undefined) return { words: `That did not work. ${queue.problem}` }
    const [waitingChat] = queue.waitingChats
    if (waitingChat === undefined) return { words: nobodyWords(quicker) }
    const others = await joinFirst(desk, waitingChat)
    if (others.length === 0) return { chatId: waitingChat.chatId, words: wordsOf(quicker) }
    for (const { name } of others) quicker.add(name)
  }
  return { words: 'Others were quicker each time.' }
}

/**
 * Joins a chat and leaves it again when other agents were first; resolves with these. Their pushes arrive before the
 * response, because their requests were committed earlier.
 */
async function joinFirst(desk, { chatId, memberIds }) {
  const chat = desk.provide(chatId)
  await desk.request('join_chat', { chat_id: chatId, agent_ids: [desk.me.id] })
  const others = chat.agents.filter(({ id }) => id !== desk.me.id && !memberIds.has(id))
  if (others.length > 0) await desk.request('remove_from_chat', { chat_id: chatId })
  return others
}

function wordsOf(quicker) {
  return quicker.size === 0 ? undefined : `${quickerWords(quicker)}: this is the next.`
}

function nobodyWords(quicker) {
  return quicker.size === 0 ? 'Nobody waits any more.' : `${quickerWords(quicker)}. Nobody else waits.`
}

function quickerWords(names) {
  return `${[...names].map(isolated).join(' and ')} ${names.size > 1 ? 'were' : 'was'} quicker`
}
