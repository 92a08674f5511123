import type { SignIn } from '../../model/sign-in.js'

export interface SignInReads {
  get(hash: string): Promise<SignIn | undefined>
  /** How many expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

export interface SignInWrites extends SignInReads {
  insert(signIn: SignIn): Promise<void>
  /** Nothing happens when there is none. */
  delete(hash: string): Promise<void>
  /** Ends every one of the agent; how many. */
  deleteOfAgent(agentId: string): Promise<number>
  /** Deletes those that expired at or before that instant, at most `limit`; how many. */
  deleteExpired(until: number, limit: number): Promise<number>
}
