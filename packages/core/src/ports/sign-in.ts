/** What the host's own session tells of a browser that asks for authorization. */
export interface SignInRequest {
  /** Names in lower case; among them the host's cookies. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly remoteAddress: string | null
  /**
   * The host's own request object, with what its middlewares have added, such as `session`: the request of Express or
   * Node.js that the listener was called with, the `Request` that `parley.fetch` was called with, or what its option `raw`
   * names. `undefined` from an adapter that passes none on.
   */
  readonly raw: unknown
  /** The address to come back to after the host has signed its user in: path and query. */
  readonly returnTo: string
}

/**
 * Replaces the password page by the host's own session (decisions §4.5). Answers the agent who is signed in, or
 * where to send the browser to sign in. A rejection is shown as an internal error.
 */
export type SignInHook = (
  request: SignInRequest,
) => Promise<{ readonly agentId: string } | { readonly redirectTo: string }>
