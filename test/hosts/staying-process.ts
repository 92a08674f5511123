import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'

/** What the engine is mounted in, and what it runs on. */
export interface StayingSetup {
  readonly mount: 'node' | 'express' | 'socketio'
  /** A directory, which is the process's alone. */
  readonly directory: string
  /** Address of PostgreSQL; `null`: SQLite. */
  readonly postgres: string | null
  /** Address of Redis; `null`: the bus that the storage brings. */
  readonly redis: string | null
  /** Whether the host serves before, while and after the engine is there; otherwise the engine is mounted and closed. */
  readonly serves: boolean
  /** What the host puts in place of the global `Promise`, and whether before the engine starts or after. */
  readonly promises?: { readonly by: ReplacedPromise; readonly isEarly: boolean }
}

export const replacedPromises = ['bluebird', 'a subclass', 'zone.js'] as const
export type ReplacedPromise = (typeof replacedPromises)[number]

/** What the process tells of itself. */
export interface StayingReport {
  /** What kept the process before the engine was there, and what does once it was closed; by kind. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Listeners of the process itself that the engine left. */
  readonly listeners: readonly string[]
  /** Errors that were logged. */
  readonly errors: readonly string[]
  /** What the host answered for itself after the engine was closed; `null`: it does not serve. */
  readonly answered: string | null
}

const main = fileURLToPath(new URL('staying-main.ts', import.meta.url))
/** Much more than any of it takes; a handle that is left keeps the process for good. */
const patienceMs = 60_000

/** Resolves once the process has ended by itself. */
export async function stayingHost(setup: StayingSetup): Promise<StayingReport> {
  const flags = [...programFlags, main, JSON.stringify(setup)]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const ended = Promise.all([text(child.stdout), once(child, 'exit')])
    const [told, [code]] = await within(ended, () => 'the end of the process', patienceMs)
    if (code !== 0) throw new Error(`the process ended with ${String(code)}`)
    return JSON.parse(told)
  } finally {
    child.kill('SIGKILL')
  }
}
