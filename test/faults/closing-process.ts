import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'
import type { Location } from './engine-process.js'

export const orders = ['engine first', 'server first', 'at once', 'with a server of the host'] as const

export interface ClosingSetup {
  readonly location: Location
  /** Whether `parley.close()` comes before the server's, after it, or both are called together. */
  readonly order: (typeof orders)[number]
  readonly drainMs: number
}

/** What the process tells of itself. */
export interface ClosingReport {
  /** Until everything said that it was closed. */
  readonly closedMs: number
  /** For which part of it there was no core. */
  readonly starvedMs: number
}

/** From when the process was told to close. */
export interface Closing extends ClosingReport {
  /** Until the port could be taken by somebody else. */
  readonly portFreeMs: number
  /** Until nothing kept the process any more. */
  readonly endedMs: number
}

const main = fileURLToPath(new URL('closing-main.ts', import.meta.url))
/** Longer than anything takes that works, and longer than what was ever seen. */
const patienceMs = 200_000

/** An engine with its server, in a process that has to end by itself. */
export class ClosingProcess {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static async start(setup: ClosingSetup): Promise<ClosingProcess> {
    const flags = [...programFlags, main, JSON.stringify(setup)]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [port] = await within(once(child, 'message'), () => 'the port', patienceMs)
    return new ClosingProcess(child, Number(port))
  }

  async close(): Promise<Closing> {
    const startedAt = performance.now()
    const sinceStart = () => performance.now() - startedAt
    const told = once(this.#child, 'message').then(([report]: ClosingReport[]) => report)
    const ended = once(this.#child, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`the process ended with ${String(code)}`)
      return sinceStart()
    })
    const freed = untilFree(this.port).then(sinceStart)
    this.#child.send('close')
    const all = Promise.all([freed, told, ended])
    const [portFreeMs, report, endedMs] = await within(all, () => 'the end of the process', patienceMs)
    if (report === undefined) throw new Error('the process told nothing')
    return { portFreeMs, ...report, endedMs }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

const pollMs = 5

/** Tries to take it, again and again. */
async function untilFree(port: number): Promise<void> {
  for (;;) {
    const server = createServer()
    const tried = new Promise((resolve) => server.on('error', resolve).on('listening', resolve))
    server.listen(port, '127.0.0.1')
    await tried
    if (server.listening) {
      server.close()
      return
    }
    await delay(pollMs)
  }
}
