/** An agent of a license, with tokens from the license's app that have every scope the agent may hold. */
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

/** A license in which nothing has happened yet. The suite creates its customers through the authorization service. */
export interface ServerTenant {
  readonly licenseId: number
  readonly app: ServerApp
  /** Agent with the permission `administrator`, named `Ada`. */
  readonly administrator: ServerAgent
  /** Agent with the permission `normal`, named `Bob`. */
  readonly agent: ServerAgent
}

/**
 * Licenses with their agents for one case. All cases may share one server, which runs with the engine's default
 * options.
 */
export interface ServerFixture {
  /** Address of the server, above all its paths: `https://example.com` or `https://example.com/support`. */
  readonly baseUrl: string
  /** Address for websockets. Absent when it is `baseUrl` with the scheme `ws` or `wss`. */
  readonly websocketUrl?: string
  readonly tenant: ServerTenant
  /** Another license, unrelated to `tenant`. */
  readonly stranger: ServerTenant
  /** A license whose `expiresAt` has passed. */
  readonly expired: ServerTenant
  /**
   * Resolves once every node of the server has received the effects of all earlier responses. Called before a case
   * looks at configuration or expects pushes. Absent when a response already guarantees that, as on one node.
   */
  arrived?(): Promise<void>
  /** Resolves once the given time has passed for the server. Called only when `supports.time` is true. */
  passTime?(milliseconds: number): Promise<void>
  cleanup(): Promise<void>
}
