import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../../../scripts/free-port.js'

interface ClusterServer {
  readonly url: string
  readonly child: ChildProcess
}

/** A Redis Cluster of three masters on this machine, without persistence. */
export class RedisCluster {
  readonly #servers: readonly ClusterServer[]
  readonly #folder: string

  private constructor(servers: readonly ClusterServer[], folder: string) {
    this.#servers = servers
    this.#folder = folder
  }

  get urls(): readonly string[] {
    return this.#servers.map(({ url }) => url)
  }

  /** Starts the cluster and resolves once its servers know each other. */
  static async start(program: string): Promise<RedisCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-redis-cluster-'))
    const servers: ClusterServer[] = []
    while (servers.length < 3) servers.push(await startServer(program, folder))
    const addresses = servers.map(({ url }) => new URL(url).host)
    await promisify(execFile)('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'])
    return new RedisCluster(servers, folder)
  }

  /** Kills the server with that index. */
  async kill(index: number): Promise<void> {
    const child = this.#servers[index]?.child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async stop(): Promise<void> {
    for (const index of this.#servers.keys()) await this.kill(index)
    await rm(this.#folder, { recursive: true })
  }
}

async function startServer(program: string, folder: string): Promise<ClusterServer> {
  const [port, clusterPort] = [await freePort(), await freePort()]
  const settings = {
    ...{ port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder },
    ...{ 'cluster-enabled': 'yes', 'cluster-port': clusterPort, 'cluster-node-timeout': 1_000 },
    'cluster-config-file': `nodes-${port}.conf`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout === null) throw new Error('redis-server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Ready to accept connections')) continue
    child.stdout.resume()
    return { url: `redis://127.0.0.1:${port}`, child }
  }
  throw new Error('redis-server did not start')
}
