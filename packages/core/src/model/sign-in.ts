/** An agent who signed in at the authorization service with a browser. */
export interface SignIn {
  /** SHA-256 of the cookie's secret, hexadecimal. */
  readonly hash: string
  readonly agentId: string
  readonly createdAt: number
  readonly expiresAt: number
}
