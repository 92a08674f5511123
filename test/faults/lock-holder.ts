import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programFlags } from '../support/program-flags.js'

const main = fileURLToPath(new URL('lock-holder-main.ts', import.meta.url))

/** A process that is not the engine's, with a connection of its own to a SQLite file. */
export class LockHolder {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(filename: string): Promise<LockHolder> {
    const flags = [...programFlags, main, filename]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await once(child, 'message')
    return new LockHolder(child)
  }

  /** Resolves once it has done them. */
  async run(...statements: readonly string[]): Promise<void> {
    const done = once(this.#child, 'message')
    this.#child.send(statements)
    await done
  }

  /** Ends it as a crash would; the operating system gives its locks free. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
