import { once } from 'node:events'
import pg from 'pg'
import type { Cluster } from '../../scripts/postgres-cluster.js'

/**
 * Stops every process of the server where it stands, as on a machine that hangs: connections stay open, new ones
 * are taken by the kernel, and nothing is answered. Returns what lets them go on.
 */
export async function freeze({ pid, url }: Cluster): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // From now on it starts no process, so that the list is complete.
  process.kill(pid, 'SIGSTOP')
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const pids = rows.map((row) => row.pid)
  for (const each of pids) process.kill(each, 'SIGSTOP')
  return async () => {
    for (const each of [...pids, pid]) process.kill(each, 'SIGCONT')
    const ended = once(client, 'end')
    void client.end()
    await ended
  }
}
