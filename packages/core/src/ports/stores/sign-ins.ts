import type { SignIn } from '../../model/sign-in.js'

/** Reads sign-ins. */
export interface SignInReads {
  /** Returns the sign-in, or `undefined`. */
  get(hash: string): Promise<SignIn | undefined>
  /** Returns the number of sign-ins that expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/** Writes sign-ins. */
export interface SignInWrites extends SignInReads {
  /** Stores a sign-in. */
  insert(signIn: SignIn): Promise<void>
  /** Deletes a sign-in, if there is one. */
  delete(hash: string): Promise<void>
  /** Deletes all sign-ins of the agent, and returns their number. */
  deleteByAgent(agentId: string): Promise<number>
  /** Deletes at most `limit` sign-ins that expired at or before that instant, and returns their number. */
  deleteExpired(until: number, limit: number): Promise<number>
}
