import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ParleyOptions } from '@parley/core'
import type { FixedOverrides } from '@parley/core/testing'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'
import type { Vitals } from './vitals.js'

/** The storage of the engine: the only thing that survives a kill. */
export type Location =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | { readonly kind: 'postgres'; readonly connectionString: string }

export interface EngineSetup extends Pick<ParleyOptions, 'timeouts' | 'rtm' | 'rates' | 'webhooks'> {
  readonly location: Location
  /** Constants of the engine that the test overrides. */
  readonly fixed?: FixedOverrides
}

const main = fileURLToPath(new URL('engine-main.ts', import.meta.url))
/** Maximum number of characters of the engine's log that are kept. The oldest are dropped first. */
const keptLogLength = 16_384

/**
 * Environment without coverage: a killed process writes no coverage data, and collecting it would only slow it down.
 */
const envWithoutCoverage = { ...process.env, NODE_V8_COVERAGE: undefined }

/** A condition on the vitals that a caller waits for. */
interface VitalsWait {
  readonly isMet: (vitals: Vitals) => boolean
  readonly resolve: (vitals: Vitals) => void
}

/** Runs an engine with its server in a process of its own. */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #vitals: Vitals[] = []
  readonly #waits = new Set<VitalsWait>()
  #port = 0
  #log = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#log = (this.#log + chunk.toString()).slice(-keptLogLength)
    })
  }

  static start(setup: EngineSetup): Promise<EngineProcess> {
    return EngineProcess.run(main, setup)
  }

  /** Starts `program`, which has to send its port first and then its vitals. */
  static async run(program: string, setup: object): Promise<EngineProcess> {
    const flags = ['--expose-gc', ...programFlags, program, JSON.stringify(setup)]
    const engine = new EngineProcess(
      spawn(process.execPath, flags, {
        stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
        env: envWithoutCoverage,
      }),
    )
    await engine.#serves()
    return engine
  }

  get port(): number {
    return this.#port
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** The last part of what the engine has logged. */
  get log(): string {
    return this.#log
  }

  /** All vitals that the process has sent, oldest first. Never empty. */
  get vitals(): readonly Vitals[] {
    return this.#vitals
  }

  /** Resolves with the next vitals that the process sends. */
  measure(): Promise<Vitals> {
    return this.waitForVitals('any vitals', () => true)
  }

  /** Resolves with vitals that were measured after a garbage collection. */
  measureCollected(): Promise<Vitals> {
    const count = this.#vitals.at(-1)?.collectionCount ?? 0
    this.#child.send('collect')
    return this.waitForVitals('a garbage collection', ({ collectionCount }) => collectionCount > count)
  }

  /** Resolves with the first vitals from now on that meet the condition. */
  async waitForVitals(what: string, isMet: (vitals: Vitals) => boolean, withinMs = 5_000): Promise<Vitals> {
    const reached = new Promise<Vitals>((resolve) => this.#waits.add({ isMet, resolve }))
    return within(reached, () => `${what}; it is ${JSON.stringify(this.#vitals.at(-1))}`, withinMs)
  }

  /** Kills the process as a crash would: nothing is flushed, closed or answered. */
  async kill(): Promise<void> {
    if (this.hasEnded) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  async #serves(): Promise<void> {
    const ended = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`the engine ended at its start: ${String(code ?? signal)}\n${this.#log}`)
    })
    const [port] = await Promise.race([once(this.#child, 'message'), ended])
    // The process has started, so its end is no longer an error.
    ended.catch(() => undefined)
    this.#port = Number(port)
    this.#child.on('message', (vitals: Vitals) => this.#note(vitals))
    await this.measure()
  }

  #note(vitals: Vitals): void {
    this.#vitals.push(vitals)
    for (const wait of this.#waits) {
      if (!wait.isMet(vitals)) continue
      this.#waits.delete(wait)
      wait.resolve(vitals)
    }
  }
}
