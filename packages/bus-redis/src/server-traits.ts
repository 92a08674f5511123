import type { Redis } from 'ioredis'

const firstMajor = 7

/** Features of a Redis server. */
export interface ServerTraits {
  readonly isCluster: boolean
  /**
   * Whether the server supports sharded publishing on this connection. In a cluster each channel belongs to one server,
   * so plain publishing is used there: it reaches all servers.
   */
  readonly canShard: boolean
}

/** Returns what the server supports. */
export async function readServerTraits(client: Redis): Promise<ServerTraits> {
  let answer: unknown
  try {
    answer = await client.call('HELLO')
  } catch {
    // Servers before version 6 do not know `HELLO`.
    return { isCluster: false, canShard: false }
  }
  const fields = fieldsOf(answer)
  const major = Number.parseInt(String(fields.get('version')), 10)
  const isCluster = fields.get('mode') === 'cluster'
  return { isCluster, canShard: major >= firstMajor && !isCluster }
}

/** Pairs up names and values, which alternate in the response. */
function fieldsOf(answer: unknown): ReadonlyMap<unknown, unknown> {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : []
  return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]] as const] : [])))
}
