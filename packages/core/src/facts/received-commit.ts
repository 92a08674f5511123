import type { RequestOrigin } from '../push/request-origin.js'
import type { Fact, FactChat } from './fact.js'
import type { ChatCommit } from './fact-batch.js'
import { type FactBatch, getBatchLicenseId } from './fact-batch.js'

/** The parts of a change that concern the request that made it: the author, the connection, and the callbacks. */
export interface CommitCallbacks {
  /** Id of the user who made the change; `null` when the host or the engine itself made it. */
  readonly authorId: string | null
  readonly connection: RequestOrigin | null
  /**
   * Name of the fact whose pushes carry the `request_id` of the request (decisions §5.4); `undefined` when none does.
   */
  readonly responsePush: string | undefined
  /** Called with the number of bytes pushed on this node, summed over all receivers. */
  readonly charge: ((bytes: number) => void) | undefined
  /** Called once everything has been pushed on this node. */
  readonly done: () => void
}

/** A commit that this node knows of and pushes to its connections. */
export interface ReceivedCommit {
  readonly licenseId: number
  readonly commit: ChatCommit | null
  readonly facts: readonly Fact[]
  /** `null` when another node made the commit. */
  readonly callbacks: CommitCallbacks | null
  readonly newReaders: NewReaders | undefined
}

/**
 * Agents who gained access to a chat with a commit that was read from the storage. The storage does not keep what they
 * were shown.
 */
export interface NewReaders {
  readonly agentIds: readonly string[]
  readonly chat: FactChat
}

/** Returns a batch of facts in the form in which this node processes commits. */
export function receivedCommit(batch: FactBatch, callbacks: CommitCallbacks | null): ReceivedCommit {
  const { place: commit, facts } = batch
  return { licenseId: getBatchLicenseId(batch), commit, facts, callbacks, newReaders: undefined }
}
