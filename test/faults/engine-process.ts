import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Where the engine keeps everything: it is all that survives a kill. */
export type Location =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | { readonly kind: 'postgres'; readonly connectionString: string }

const main = fileURLToPath(new URL('engine-main.ts', import.meta.url))

/** An engine with its server in a process of its own. */
export class EngineProcess {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static async start(location: Location): Promise<EngineProcess> {
    const flags = ['--import=tsx', '--conditions=parley-source', main, JSON.stringify(location)]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the engine ended at its start: ${String(code ?? signal)}`)
    })
    const [port] = await Promise.race([once(child, 'message'), ended])
    // From now on its end is expected.
    ended.catch(() => undefined)
    return new EngineProcess(child, Number(port))
  }

  /** As a crash would: nothing is flushed, closed or answered. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
