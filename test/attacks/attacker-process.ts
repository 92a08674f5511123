import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'
import type { People } from './people.js'

export interface AttackOrder {
  readonly kind: string
  readonly port: number
  readonly people: People
  readonly seconds: number
  readonly seed: number
}

const main = fileURLToPath(new URL('attacker-main.ts', import.meta.url))
/**
 * Niceness of the attacker process. Real attackers use their own machines, so these get only the CPU time that the
 * engine leaves over.
 */
const niceness = 10
/** Maximum time in ms that the process may take to close its connections after an attack. */
const patienceMs = 20_000

/** A child process that runs all attackers. */
export class AttackerProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<AttackerProcess> {
    const flags = [...programFlags, main]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    setPriority(child.pid ?? 0, niceness)
    await within(once(child, 'message'), () => 'the attackers', patienceMs)
    return new AttackerProcess(child)
  }

  /** Runs one attack, and resolves with its number of attempts when it has ended. */
  async attack(order: AttackOrder): Promise<number> {
    const answered = once(this.#child, 'message')
    this.#child.send(order)
    const patience = order.seconds * 1_000 + patienceMs
    const [attempts] = await within(answered, () => `the end of ${order.kind}`, patience)
    return Number(attempts)
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }
}
