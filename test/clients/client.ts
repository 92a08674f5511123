import type { RequestCase } from './request-cases.js'

export interface ClientResponse {
  readonly status: number
  readonly body: string
}

/** A program that people use to call the API. */
export interface Client {
  readonly name: string
  /** Reason why the program cannot run on this machine. `false` when it can. */
  readonly skip: string | false
  /**
   * Sends all requests, on one connection if the program does so. Resolves with the responses in the order of the
   * requests.
   */
  ask(origin: string, requests: readonly RequestCase[]): Promise<readonly ClientResponse[]>
}
