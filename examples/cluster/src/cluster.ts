import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface NodeSettings {
  readonly postgres: string
  readonly redis: string
  /** Prefix of the channel names in Redis. */
  readonly prefix: string
}

const program = fileURLToPath(new URL('node.ts', import.meta.url))
const startTimeoutMs = 30_000

/** A node of Parley: a process, which can be killed and replaced by a new one. */
export class ClusterNode {
  readonly name: string
  readonly #settings: NodeSettings
  #process: ChildProcess | undefined
  #port = 0

  constructor(name: string, settings: NodeSettings) {
    this.name = name
    this.#settings = settings
  }

  /** Port at which the node listens, or last listened. */
  get port(): number {
    return this.#port
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Starts the process. Resolves once it accepts requests. */
  async start(): Promise<void> {
    const { postgres, redis, prefix } = this.#settings
    const child = fork(program, [postgres, redis, prefix])
    this.#process = child
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`node ${this.name} has ended`)))
    const signal = AbortSignal.timeout(startTimeoutMs)
    const [port] = await Promise.race([once(child, 'message', { signal }), ended])
    // Prevents an unhandled rejection when the process is killed on purpose later.
    ended.catch(() => {})
    this.#port = Number(port)
  }

  /** Kills the process without any shutdown, as if its machine had lost power. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops the process in an orderly way. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
