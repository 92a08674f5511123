import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Timeout of a program that does a lot, even on a busy machine, in milliseconds. */
export const longMs = 120_000

/** An example that runs in a process of its own, and the lines that it has printed. */
export class Program {
  readonly lines: string[] = []
  readonly #process: ChildProcess
  readonly #exited: Promise<unknown>
  #onLine: (() => void)[] = []

  /** `folder` is the working directory. Default: the root of the repository. */
  constructor(
    command: readonly [program: string, ...flags: string[]],
    env: Readonly<Record<string, string>>,
    folder = root,
  ) {
    const [program, ...flags] = command
    const child = spawn(program, flags, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.#exited = once(child, 'exit')
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        this.lines.push(line)
        for (const notify of this.#onLine.splice(0)) notify()
      })
    }
  }

  /** Resolves with the first capture group of the pattern, once a printed line matches it. */
  waitForLine(pattern: RegExp, withinMs?: number): Promise<string> {
    const find = async () => {
      for (;;) {
        const match = this.lines.map((line) => pattern.exec(line)).find((candidate) => candidate !== null)
        if (match !== undefined && match !== null) return match[1] ?? match[0]
        await new Promise<void>((resolve) => this.#onLine.push(resolve))
      }
    }
    const ended = this.#exited.then(() =>
      Promise.reject(new Error(`The program has ended: ${this.lines.join('\n')}`)),
    )
    const what = () => `${pattern}; printed: ${this.lines.join('\n')}`
    return within(Promise.race([find(), ended]), what, withinMs)
  }

  /** Resolves with the exit code, or with `null` when a signal ended the program. */
  async waitForExit(): Promise<number | null> {
    await within(this.#exited, () => `its end; printed: ${this.lines.join('\n')}`, longMs)
    return this.#process.exitCode
  }

  /** Stops the program. Does nothing when it has already ended. */
  async stop(): Promise<void> {
    this.#process.kill()
    await this.#exited
  }
}
