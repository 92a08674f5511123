import type { Redis } from 'ioredis'

const firstMajor = 7

/**
 * Whether the server has sharded publishing, and takes it on this connection: in a cluster, where each channel belongs to
 * one of the servers, what is published plainly goes to all of them.
 */
export async function canShard(client: Redis): Promise<boolean> {
  let answer: unknown
  try {
    answer = await client.call('HELLO')
  } catch {
    // A server before version 6 does not know the command.
    return false
  }
  const fields = fieldsOf(answer)
  const major = Number.parseInt(String(fields.get('version')), 10)
  return major >= firstMajor && fields.get('mode') !== 'cluster'
}

/** Names and values take turns. */
function fieldsOf(answer: unknown): ReadonlyMap<unknown, unknown> {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : []
  return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]] as const] : [])))
}
