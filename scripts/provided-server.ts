/** A server for tests. It contains no data that must be kept. */
export interface ProvidedServer {
  readonly url: string
  /** Source of the server, for the log. */
  readonly origin: string
  stop(): Promise<void>
}

/** Returns a server that was already running and is not stopped after the tests. */
export function running(url: string, origin: string): ProvidedServer {
  return { url, origin, stop: async () => {} }
}
