import { once } from 'node:events'
import pg from 'pg'
import type { Cluster } from '../../scripts/postgres-cluster.js'

/**
 * Stops every process of the server, as on a machine that hangs: connections stay open, the kernel accepts new ones,
 * and nothing is answered. Returns a function that lets the processes continue.
 */
export async function freeze({ pid, url }: Cluster): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The stopped main process starts no other processes, so that the list below is complete.
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
