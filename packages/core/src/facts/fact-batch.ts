import type { ChatSequence } from '../model/chat.js'
import { type Fact, licenseOf } from './fact.js'

/** The place of a commit among all that have facts about one chat. */
export interface ChatPlace extends ChatSequence {
  readonly chatId: string
}

/** What one commit has told of one chat, or besides chats; at least one fact, all of one license. Plain data. */
export interface FactBatch {
  /** `null`: they are about no chat, or ephemeral, and told at once. */
  readonly place: ChatPlace | null
  readonly facts: readonly [Fact, ...Fact[]]
}

/** What nodes tell each other. A node that does not know the version passes it over. */
export interface BusMessage {
  readonly version: typeof busMessageVersion
  /** The node that committed it, which has told its own connections by itself. */
  readonly nodeId: string
  readonly batch: FactBatch
}

export const busMessageVersion = 1

/** Of what has come over the bus: an older node, or a stranger, may have said it. */
export function isBusMessage(message: unknown): message is BusMessage {
  if (typeof message !== 'object' || message === null) return false
  return 'version' in message && message.version === busMessageVersion
}

export function licenseOfBatch({ facts }: FactBatch): number {
  return licenseOf(facts[0])
}
