import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.js'

/** Returns the path of the program `redis-server` in PATH, or `undefined`. */
export function findRedisServer(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file))
}

/** A Redis server for these tests only, without persistence. */
export class RedisServer {
  readonly url: string
  readonly #process: ChildProcess

  private constructor(port: number, process: ChildProcess) {
    this.url = `redis://127.0.0.1:${port}`
    this.#process = process
  }

  /** Starts the server. Resolves once it accepts connections. */
  static async start(program: string): Promise<RedisServer> {
    const port = await freePort()
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no' }
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    await isReady(child)
    return new RedisServer(port, child)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exited
  }
}

async function isReady({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('redis-server tells nothing')
  const lines: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line)
    if (!line.includes('Ready to accept connections')) continue
    stdout.resume()
    return
  }
  throw new Error(`redis-server did not start: ${lines.join('\n')}`)
}
