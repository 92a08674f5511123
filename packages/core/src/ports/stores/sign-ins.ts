/** An agent who signed in at the authorization service with a browser. */
export interface SignIn {
  /** SHA-256 of the cookie's secret, hexadecimal. */
  readonly hash: string
  readonly agentId: string
  readonly createdAt: number
  readonly expiresAt: number
}

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
