/** An agent of a license, with the tokens that the app of the license has for them, of all scopes that they may hold. */
export interface ServerAgent {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
}

/** A server-side app with every scope of the specification. */
export interface ServerApp {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

/** A license that nothing has happened in yet. Its customers the suite makes by the authorization service. */
export interface ServerTenant {
  readonly licenseId: number
  readonly app: ServerApp
  /** Of permission `administrator`, named `Ada`. */
  readonly administrator: ServerAgent
  /** Of permission `normal`, named `Bob`. */
  readonly agent: ServerAgent
}

/** What one case needs: people, on a server that may be the same for all cases. Its options are the engine's defaults. */
export interface ServerFixture {
  /** Where the server is, below which are all paths: `https://example.com` or `https://example.com/support`. */
  readonly baseUrl: string
  /** The same for websockets, where it is not `baseUrl` with another scheme. */
  readonly websocketUrl?: string
  readonly tenant: ServerTenant
  /** A license that has nothing to do with it. */
  readonly stranger: ServerTenant
  /** A license that has run out. */
  readonly expired: ServerTenant
  /**
   * Resolves once each node of the server has heard of what was answered before. Absent where that is so when it is
   * answered, as on one node. What is configured, and who is told, is looked at once it has resolved.
   */
  arrived?(): Promise<void>
  /** Resolves when so much time has passed for the server. Called only where `supports` says that it can be. */
  passTime?(milliseconds: number): Promise<void>
  cleanup(): Promise<void>
}
