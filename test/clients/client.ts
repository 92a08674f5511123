import type { Asked } from './asked.js'

export interface Answered {
  readonly status: number
  readonly body: string
}

/** A program that people call the API with. */
export interface Client {
  readonly name: string
  /** Why it cannot be tried on this machine; `false`: it can. */
  readonly skip: string | false
  /** Asks for all of it, on one connection if it likes to; the answers in the order of the requests. */
  ask(origin: string, asked: readonly Asked[]): Promise<readonly Answered[]>
}
