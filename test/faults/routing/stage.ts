import { post, type WebRequest } from '../../support/web-client.js'
import type { Absence } from './absences.js'
import type { Nodes } from './nodes.js'

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** What everybody in the test shares. */
export interface Stage {
  readonly nodes: Nodes
  readonly random: () => number
  /** By agent, as the storage had it a moment ago. */
  readonly chatIds: ReadonlyMap<string, readonly string[]>
  /** Of all agents, each once it is over. */
  readonly absences: Absence[]
  /** Nobody comes or goes any more: whoever is there ends what is left. */
  readonly isEnding: boolean
  readonly isOver: boolean
}

type Address = readonly [api: string, version: string, action: string]

/** Asks any node; `undefined`: it went away before it had answered, or none is there. */
export async function ask(
  stage: Stage,
  address: Address,
  request: WebRequest,
): Promise<Answered | undefined> {
  const port = pick(stage.random, stage.nodes.ports)
  if (port === undefined) return undefined
  const { status, body } = await post(`http://127.0.0.1:${port}`, address, request).catch(lost)
  return status === 0 ? undefined : { status, body }
}

/** What `fetch` throws when a connection breaks; anything else is a fault of the test. */
function lost(cause: unknown): Answered {
  if (cause instanceof TypeError || cause instanceof SyntaxError) return { status: 0, body: undefined }
  throw cause
}

export function pick<T>(random: () => number, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)]
}

export function between(random: () => number, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least)
}
