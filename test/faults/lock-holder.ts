import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programFlags } from '../support/program-flags.js'

const main = fileURLToPath(new URL('lock-holder-main.ts', import.meta.url))

/** Runs another process with its own connection to a SQLite file. */
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

  /** Resolves once the process has executed the statements. */
  async run(...statements: readonly string[]): Promise<void> {
    const done = once(this.#child, 'message')
    this.#child.send(statements)
    await done
  }

  /** Kills the process as a crash would. The operating system releases its locks. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
