import type { Redis } from 'ioredis'

/** Between two looks at a cluster. */
export const clusterLookMs = 2_000

const unreachable = /\b(fail\??|noaddr|handshake)\b/

/**
 * Whether a server of a cluster sees most of its masters: else it is cut off, and what is published there does not reach the
 * others, however well it answers. `nodes`: what `CLUSTER NODES` answers.
 */
export function seesMajority(nodes: string): boolean {
  const flags = nodes
    .split('\n')
    .map((line) => line.split(' ')[2] ?? '')
    .filter((flag) => flag.split(',').includes('master'))
  const reachable = flags.filter((flag) => !unreachable.test(flag))
  return reachable.length * 2 > flags.length
}

/** Rejects where the server is cut off from its cluster. */
export async function requireMajority(client: Redis): Promise<void> {
  const nodes = String(await client.call('CLUSTER', 'NODES'))
  if (!seesMajority(nodes)) throw new Error('The Redis server is cut off from most of its cluster')
}
