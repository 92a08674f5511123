import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Of one that does a lot, on however busy a machine. */
export const longMs = 120_000

/** An example as a process of its own, with what it has printed. */
export class Program {
  readonly lines: string[] = []
  readonly #process: ChildProcess
  readonly #exited: Promise<unknown>
  #heard: (() => void)[] = []

  /** `folder`: where it starts, as a rule the root of the repository. */
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
        for (const hear of this.#heard.splice(0)) hear()
      })
    }
  }

  /** What the line has at the place of the first group, once there is such a line. */
  printed(pattern: RegExp, withinMs?: number): Promise<string> {
    const found = async () => {
      for (;;) {
        const match = this.lines.map((line) => pattern.exec(line)).find((candidate) => candidate !== null)
        if (match !== undefined && match !== null) return match[1] ?? match[0]
        await new Promise<void>((resolve) => this.#heard.push(resolve))
      }
    }
    const ended = this.#exited.then(() => Promise.reject(new Error(`It has ended: ${this.lines.join('\n')}`)))
    const what = () => `${pattern}; printed: ${this.lines.join('\n')}`
    return within(Promise.race([found(), ended]), what, withinMs)
  }

  /** `null`: a signal has ended it. */
  async exitCode(): Promise<number | null> {
    await within(this.#exited, () => `its end; printed: ${this.lines.join('\n')}`, longMs)
    return this.#process.exitCode
  }

  /** Also of one that has ended. */
  async stop(): Promise<void> {
    this.#process.kill()
    await this.#exited
  }
}
