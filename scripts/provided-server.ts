/** A server that tests use, and nobody's data is on. */
export interface ProvidedServer {
  readonly url: string
  /** Where it comes from, for whoever reads the log. */
  readonly origin: string
  stop(): Promise<void>
}

/** One that is there already, and stays. */
export function running(url: string, origin: string): ProvidedServer {
  return { url, origin, stop: async () => {} }
}
