import { mayReadAsNonMember } from '../domain/access.js'
import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'
import { getConsequences } from '../facts/consequences.js'
import { CustomerTexts } from '../facts/customer-texts.js'
import type { ChatFactOf, FactName, FactOf } from '../facts/fact.js'
import { FactPush } from '../facts/fact-push.js'
import type { ChatHead } from '../model/chat.js'
import { EncodedPush, withSequence } from '../push/encoded-push.js'
import type { TextFrame } from '../push/text-frame.js'
import type { ViewTimes } from '../views/viewer.js'
import type { CommittedFacts } from './committed-facts.js'

/** Values that the views of missed pushes need. */
export interface MissedViews {
  readonly catalog: PropertyCatalog
  readonly files: FileUrls
  readonly times: ViewTimes
}

/**
 * Returns whether one of these commits gave the caller access to the chat. Then the caller has to read more than was
 * missed.
 */
export function gainedAccess(
  { principal }: ChatCaller,
  chat: ChatHead,
  commits: readonly CommittedFacts[],
): boolean {
  if (principal.kind === 'customer' || mayReadAsNonMember(principal, chat)) return false
  const { id } = principal
  return commits.some(({ newReaderIds, facts }) => {
    return newReaderIds.includes(id) || facts.some((fact) => joins(id, fact))
  })
}

function joins(agentId: string, fact: ChatFactOf): boolean {
  if (fact.name !== 'chat_users_updated') return false
  return fact.added.some((user) => user.kind === 'agent' && user.isPresent && user.agent.id === agentId)
}

/** Encodes missed pushes of a chat that the caller may read, as the caller's API version shows them. */
export class MissedPushes {
  readonly #caller: ChatCaller
  readonly #views: MissedViews
  readonly #customers = new CustomerTexts()

  constructor(caller: ChatCaller, views: MissedViews) {
    this.#caller = caller
    this.#views = views
  }

  encode({ sequence, facts }: CommittedFacts): readonly TextFrame[] {
    return facts.flatMap((fact) => {
      const frame = this.#frameOf(fact)
      return frame === undefined ? [] : [withSequence(frame, sequence)]
    })
  }

  #frameOf<N extends FactName>(fact: FactOf<N>): TextFrame | undefined {
    const { catalog, files, times } = this.#views
    const content = new FactPush(fact, getConsequences(fact.name), this.#customers)
    return new EncodedPush(content, catalog, files, times).getFrame(this.#caller)
  }
}
