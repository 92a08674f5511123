import { sharedWords } from '../domain/property-words.js'
import type { WebhookSubject } from '../domain/webhook-filters.js'
import type { ChatHead } from '../model/chat.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { Properties } from '../model/property.js'
import type { UserKind } from '../model/user.js'
import { type ChatFactOf, type Fact, type FactChat, isChatFact } from './fact.js'

const none: Properties = Object.freeze({})
const noAgents: readonly string[] = Object.freeze([])

/**
 * Returns what webhook filters look at. `head` is the chat's head after the change; `null` when the fact is about no
 * chat.
 */
export function webhookSubject(fact: Fact, head: ChatHead | null): WebhookSubject {
  const isInChat = isChatFact(fact)
  return {
    agentIds: new Set(isInChat ? agentsOf(fact.chat) : 'agentId' in fact ? [fact.agentId] : noAgents),
    chatProperties: head?.properties ?? none,
    threadProperties: isInChat ? threadProperties(fact, head) : none,
    eventProperties: eventProperties(fact),
    authorType: fact.name === 'incoming_event' ? authorType(fact) : null,
    wordsOf: sharedWords(),
  }
}

/**
 * Returns whether a rule can match a fact. A thread that is shown again to one agent was already reported when it
 * began, so webhooks do not receive it. The exception is that bot's own webhook that filters for its own chats: for it
 * the chat begins now (decisions §8.8).
 */
export function isMeantFor(
  { botId, filters }: Pick<ConfiguredRule, 'botId' | 'filters'>,
  fact: Fact,
): boolean {
  if (fact.name !== 'incoming_chat_thread' || fact.onlyTo === null) return true
  const members = filters?.members ?? null
  if (members === null || members.type === 'agents_exclude') return false
  return fact.onlyTo === botId && members.agentIds.includes(botId)
}

function agentsOf({ members }: FactChat): readonly string[] {
  return members.flatMap(({ id, kind }) => (kind === 'agent' ? [id] : []))
}

function threadProperties(fact: ChatFactOf, head: ChatHead | null): Properties {
  if (fact.name === 'incoming_chat_thread') return fact.thread.properties
  return fact.name === 'thread_closed' ? fact.properties : (head?.thread.properties ?? none)
}

function eventProperties(fact: Fact): Properties {
  if (fact.name === 'incoming_event') return fact.event.properties
  return fact.name === 'incoming_rich_message_postback' ? fact.properties : none
}

/**
 * Returns the kind of the author. An author who is not a member is an agent: agents can write without being in the
 * chat, customers cannot.
 */
function authorType({ chat, event }: ChatFactOf<'incoming_event'>): UserKind | null {
  const { authorId } = event
  if (authorId === null) return null
  return chat.members.find(({ id }) => id === authorId)?.kind ?? 'agent'
}
