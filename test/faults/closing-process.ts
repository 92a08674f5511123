import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'
import type { Location } from './engine-process.js'

export const closingOrders = ['engine first', 'server first', 'at once', 'with a server of the host'] as const

export interface ClosingSetup {
  readonly location: Location
  /** Whether `parley.close()` is called before the server's `close()`, after it, or at the same time. */
  readonly order: (typeof closingOrders)[number]
  readonly drainMs: number
}

/** The measurements that the closing process sends to its parent. */
export interface ClosingReport {
  /** Time until every `close()` had resolved, in milliseconds. */
  readonly closedMs: number
  /** Part of that time in which the process had no processor core, in milliseconds. */
  readonly starvedMs: number
}

/** Measurements of one closing process, counted from the moment when it was asked to close. */
export interface Closing extends ClosingReport {
  /** Time until another process could listen on the port, in milliseconds. */
  readonly portFreeMs: number
  /** Time until the process had exited, in milliseconds. */
  readonly endedMs: number
}

const main = fileURLToPath(new URL('closing-main.ts', import.meta.url))
/** Maximum time to wait for a closing process, in milliseconds: longer than a working one has ever taken. */
const timeoutMs = 200_000

/** Runs an engine with its server in a process that has to exit on its own after closing. */
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
    const [port] = await within(once(child, 'message'), () => 'the port', timeoutMs)
    return new ClosingProcess(child, Number(port))
  }

  async close(): Promise<Closing> {
    const startedAt = performance.now()
    const sinceStart = () => performance.now() - startedAt
    const reported = once(this.#child, 'message').then(([report]: ClosingReport[]) => report)
    const ended = once(this.#child, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`the process ended with ${String(code)}`)
      return sinceStart()
    })
    const portFree = waitUntilFree(this.port).then(sinceStart)
    this.#child.send('close')
    const all = Promise.all([portFree, reported, ended])
    const [portFreeMs, report, endedMs] = await within(all, () => 'the end of the process', timeoutMs)
    if (report === undefined) throw new Error('the process sent no report')
    return { portFreeMs, ...report, endedMs }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

const pollMs = 5

/** Resolves once it could listen on the port, which it tries repeatedly. */
async function waitUntilFree(port: number): Promise<void> {
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
