import type { Redis } from 'ioredis'

const firstMajor = 7

export interface ServerTraits {
  readonly isCluster: boolean
  /**
   * Whether the server has sharded publishing, and takes it on this connection: in a cluster, where each channel belongs to
   * one of the servers, what is published plainly goes to all of them.
   */
  readonly canShard: boolean
}

export async function traitsOf(client: Redis): Promise<ServerTraits> {
  let answer: unknown
  try {
    answer = await client.call('HELLO')
  } catch {
    // A server before version 6 does not know the command.
    return { isCluster: false, canShard: false }
  }
  const fields = fieldsOf(answer)
  const major = Number.parseInt(String(fields.get('version')), 10)
  const isCluster = fields.get('mode') === 'cluster'
  return { isCluster, canShard: major >= firstMajor && !isCluster }
}

/** Names and values take turns. */
function fieldsOf(answer: unknown): ReadonlyMap<unknown, unknown> {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : []
  return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]] as const] : [])))
}
