import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'

/** The host in which the engine is mounted, and its storage and bus. */
export interface StayingSetup {
  readonly mount: 'node' | 'express' | 'socketio'
  /** A directory for this process only. */
  readonly directory: string
  /** Address of PostgreSQL; `null` to use SQLite. */
  readonly postgres: string | null
  /** Address of Redis; `null` to use the bus of the storage. */
  readonly redis: string | null
  /**
   * Whether the host serves before, during and after the life of the engine. Otherwise the engine is only mounted and
   * closed.
   */
  readonly serves: boolean
  /** The replacement of the global `Promise`, and whether it is installed before the engine starts or after. */
  readonly promises?: { readonly by: ReplacedPromise; readonly isEarly: boolean }
}

export const replacedPromises = ['bluebird', 'a subclass', 'zone.js'] as const
export type ReplacedPromise = (typeof replacedPromises)[number]

/** The measurements that the process reports. */
export interface StayingReport {
  /** Kinds of resources that were open before the engine was created, and after it was closed. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Listeners on `process` that the engine left behind. */
  readonly listeners: readonly string[]
  /** Errors that were logged. */
  readonly errors: readonly string[]
  /** The host's own response after the engine was closed; `null` when the host does not serve. */
  readonly answered: string | null
}

const main = fileURLToPath(new URL('staying-main.ts', import.meta.url))
/**
 * Maximum time of such a process, in milliseconds: far more than it needs, while a resource that is left keeps it
 * running forever.
 */
const patienceMs = 60_000

/** Resolves with the report once the process has exited on its own. */
export async function runStayingHost(setup: StayingSetup): Promise<StayingReport> {
  const flags = [...programFlags, main, JSON.stringify(setup)]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const ended = Promise.all([text(child.stdout), once(child, 'exit')])
    const [reported, [code]] = await within(ended, () => 'the end of the process', patienceMs)
    if (code !== 0) throw new Error(`the process ended with ${String(code)}`)
    return JSON.parse(reported)
  } finally {
    child.kill('SIGKILL')
  }
}
