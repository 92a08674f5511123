import type { AuthorizationCode } from '../../model/authorization-code.js'

export interface CodeReads {
  /** How many expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

export interface CodeWrites extends CodeReads {
  insert(code: AuthorizationCode): Promise<void>
  /**
   * Deletes a code of that app and answers it: of several transactions that take it, one gets it. The others wait for
   * that one's end and get `undefined`, as for an unknown code; after it they see the tokens that were made from it.
   * A code of another app is as good as unknown, and stays.
   */
  take(hash: string, clientId: string): Promise<AuthorizationCode | undefined>
  /** Every one of the agent; how many. */
  deleteOfAgent(agentId: string): Promise<number>
  /** Deletes codes that expired at or before that instant, at most `limit`; how many. */
  deleteExpired(until: number, limit: number): Promise<number>
}
