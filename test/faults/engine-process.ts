import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ParleyOptions } from '@parley/core'
import type { FixedOverrides } from '@parley/core/testing'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'
import type { Vitals } from './vitals.js'

/** Where the engine keeps everything: it is all that survives a kill. */
export type Location =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | { readonly kind: 'postgres'; readonly connectionString: string }

export interface EngineSetup extends Pick<ParleyOptions, 'timeouts' | 'rtm' | 'rates' | 'webhooks'> {
  readonly location: Location
  /** Constants of the engine that the test replaces. */
  readonly fixed?: FixedOverrides
}

const main = fileURLToPath(new URL('engine-main.ts', import.meta.url))
/** Of what the engine logged last. */
const keptLogLength = 16_384

/** It is killed, so that nothing it covers would be written: being counted would only make it slow. */
const uncounted = { ...process.env, NODE_V8_COVERAGE: undefined }

/** What somebody waits for. */
interface Wish {
  readonly isMet: (vitals: Vitals) => boolean
  readonly resolve: (vitals: Vitals) => void
}

/** An engine with its server in a process of its own. */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #vitals: Vitals[] = []
  readonly #wishes = new Set<Wish>()
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

  /** `program` tells the port first, and then its vitals. */
  static async run(program: string, setup: object): Promise<EngineProcess> {
    const flags = ['--expose-gc', ...programFlags, program, JSON.stringify(setup)]
    const engine = new EngineProcess(
      spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env: uncounted }),
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

  /** The end of what the engine has logged. */
  get log(): string {
    return this.#log
  }

  /** All that it has told, oldest first; never empty. */
  get vitals(): readonly Vitals[] {
    return this.#vitals
  }

  /** The next ones that it tells. */
  measure(): Promise<Vitals> {
    return this.until('any vitals', () => true)
  }

  /** Once all that nobody needs has been collected. */
  measureCollected(): Promise<Vitals> {
    const count = this.#vitals.at(-1)?.collectionCount ?? 0
    this.#child.send('collect')
    return this.until('a garbage collection', ({ collectionCount }) => collectionCount > count)
  }

  /** The first vitals from now on that are so. */
  async until(what: string, isMet: (vitals: Vitals) => boolean, withinMs = 5_000): Promise<Vitals> {
    const met = new Promise<Vitals>((resolve) => this.#wishes.add({ isMet, resolve }))
    return within(met, () => `${what}; it is ${JSON.stringify(this.#vitals.at(-1))}`, withinMs)
  }

  /** As a crash would: nothing is flushed, closed or answered. */
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
    // From now on its end is expected.
    ended.catch(() => undefined)
    this.#port = Number(port)
    this.#child.on('message', (vitals: Vitals) => this.#note(vitals))
    await this.measure()
  }

  #note(vitals: Vitals): void {
    this.#vitals.push(vitals)
    for (const wish of this.#wishes) {
      if (!wish.isMet(vitals)) continue
      this.#wishes.delete(wish)
      wish.resolve(vitals)
    }
  }
}
