/** The request of a browser that asks for authorization, for the host's own session. */
export interface SignInRequest {
  /** Headers by lower-case name, including the cookies of the host. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the browser, or `null` when it is unknown. */
  readonly remoteAddress: string | null
  /**
   * The host's own request object, with what its middleware added, such as `session`: the request of Express or
   * Node.js, the `Request` passed to `parley.fetch`, or the value of its option `raw`. `undefined` when the adapter
   * passes none.
   */
  readonly raw: unknown
  /** Path and query to which the host returns the browser after it has signed its user in. */
  readonly returnTo: string
}

/**
 * Reads the host's own session in place of Parley's password page (decisions §4.5). Returns the id of the agent who is
 * signed in, or an address to which the browser is sent to sign in. A rejection is shown as an internal error.
 */
export type SignInHook = (
  request: SignInRequest,
) => Promise<{ readonly agentId: string } | { readonly redirectTo: string }>
