import type { RequestOrigin } from '../push/request-origin.js'
import type { Fact, FactChat } from './fact.js'
import { type ChatPlace, type FactBatch, licenseOfBatch } from './fact-batch.js'

/** What of a change goes back to where it came from. */
export interface Told {
  /** Who has made it; `null`: the host, or the engine itself. */
  readonly authorId: string | null
  readonly connection: RequestOrigin | null
  /** The facts whose pushes answer the request, by name: only these name it (decisions §5.4). `undefined`: none does. */
  readonly answeredBy: string | undefined
  /** It came to so many bytes, of all receivers on this node together. */
  readonly charge: ((bytes: number) => void) | undefined
  /** Everything is told here. */
  readonly done: () => void
}

/** A commit that this node knows of and tells its connections. */
export interface Arrived {
  readonly licenseId: number
  readonly place: ChatPlace | null
  readonly facts: readonly Fact[]
  /** `null`: another node has committed it. */
  readonly told: Told | null
  readonly newReaders: NewReaders | undefined
}

/** Agents who came to see a chat by a commit that was read from the storage, which does not keep what they were shown. */
export interface NewReaders {
  readonly agentIds: readonly string[]
  readonly chat: FactChat
}

export function arrivedBatch(batch: FactBatch, told: Told | null): Arrived {
  const { place, facts } = batch
  return { licenseId: licenseOfBatch(batch), place, facts, told, newReaders: undefined }
}
