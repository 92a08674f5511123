/** An agent's session with the authorization service in one browser. */
export interface SignIn {
  /** SHA-256 of the secret in the cookie, in hexadecimal digits. */
  readonly hash: string
  readonly agentId: string
  readonly createdAt: number
  readonly expiresAt: number
}
