import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Why tests that need it are skipped; `false` where this machine has it. */
export const noRedis: string | false =
  spawnSync('redis-server', ['--version']).error === undefined ? false : 'redis-server is not installed'

/** A Redis server of a test's own, which keeps nothing. */
export class RedisServer {
  readonly port: number
  readonly #process: ChildProcess

  private constructor(port: number, process: ChildProcess) {
    this.port = port
    this.#process = process
  }

  static async start(): Promise<RedisServer> {
    const port = await freePort()
    const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const process = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface(process.stdout)) {
      if (line.includes('Ready to accept connections')) break
    }
    process.stdout.resume()
    return new RedisServer(port, process)
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address !== 'object') throw new Error('there is no free port')
  return address.port
}
