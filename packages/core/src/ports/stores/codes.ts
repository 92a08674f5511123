import type { AuthorizationCode } from '../../model/authorization-code.js'

/** Reads authorization codes. */
export interface CodeReads {
  /** Returns the number of codes that expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/** Writes authorization codes. */
export interface CodeWrites extends CodeReads {
  /** Stores a code. */
  insert(code: AuthorizationCode): Promise<void>
  /**
   * Deletes a code of that app and returns it; `undefined` for an unknown code. Of several transactions that take it,
   * one gets it. The others wait until that one ends, get `undefined`, and then see the tokens that were made from the
   * code. A code of another app is not found, and stays.
   */
  consume(hash: string, clientId: string): Promise<AuthorizationCode | undefined>
  /** Deletes all codes of the agent, and returns their number. */
  deleteByAgent(agentId: string): Promise<number>
  /** Deletes at most `limit` codes that expired at or before that instant, and returns their number. */
  deleteExpired(until: number, limit: number): Promise<number>
}
