import { post, type WebRequest } from '../../support/web-client.js'
import type { Absence } from './absences.js'
import type { Nodes } from './nodes.js'

export interface ResponseOf {
  readonly status: number
  readonly body: unknown
}

/** State that every part of the test shares. */
export interface Stage {
  readonly nodes: Nodes
  readonly random: () => number
  /** Chats of each agent, as the storage had them a moment ago. */
  readonly chatIds: ReadonlyMap<string, readonly string[]>
  /** Absences of all agents. Each is added when it is over. */
  readonly absences: Absence[]
  /** Whether no agent or customer comes or goes any more, and the present agents end the remaining chats. */
  readonly isEnding: boolean
  readonly isOver: boolean
}

type Address = readonly [api: string, version: string, action: string]

/**
 * Sends a request to any node. Resolves with `undefined` when the node went away before it responded, or when no node
 * runs.
 */
export async function sendRequest(
  stage: Stage,
  address: Address,
  request: WebRequest,
): Promise<ResponseOf | undefined> {
  const port = pick(stage.random, stage.nodes.ports)
  if (port === undefined) return undefined
  const { status, body } = await post(`http://127.0.0.1:${port}`, address, request).catch(lost)
  return status === 0 ? undefined : { status, body }
}

/** Returns the result of a broken connection. Throws any other error, because it is a fault of the test. */
function lost(cause: unknown): ResponseOf {
  if (cause instanceof TypeError || cause instanceof SyntaxError) return { status: 0, body: undefined }
  throw cause
}

export function pick<T>(random: () => number, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)]
}

export function randomBetween(random: () => number, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least)
}
