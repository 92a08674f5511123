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
}

export interface SignInWrites extends SignInReads {
  insert(signIn: SignIn): Promise<void>
  /** Nothing happens when there is none. */
  delete(hash: string): Promise<void>
  /** Ends every one of the agent; how many. */
  deleteOfAgent(agentId: string): Promise<number>
  /** How many. */
  deleteExpired(until: number): Promise<number>
}
