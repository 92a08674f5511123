import type { Redis } from 'ioredis'

/** Interval between two checks of the cluster, in milliseconds. */
export const clusterCheckMs = 2_000

const unreachable = /\b(fail\??|noaddr|handshake)\b/

/**
 * Returns whether a server of a cluster reaches most of the masters. A server that does not is cut off: it still
 * responds, but what is published there does not reach the other servers. `nodes` is the output of `CLUSTER NODES`.
 */
export function seesMajority(nodes: string): boolean {
  const flags = nodes
    .split('\n')
    .map((line) => line.split(' ')[2] ?? '')
    .filter((flag) => flag.split(',').includes('master'))
  const reachable = flags.filter((flag) => !unreachable.test(flag))
  return reachable.length * 2 > flags.length
}

/** Rejects when the server is cut off from most of its cluster. */
export async function requireMajority(client: Redis): Promise<void> {
  const nodes = String(await client.call('CLUSTER', 'NODES'))
  if (!seesMajority(nodes)) throw new Error('The Redis server is cut off from most of its cluster')
}
