import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { programFlags } from '../support/program-flags.js'

export type Hostility = 'hangs' | 'drips' | 'floods' | 'closes'

const main = fileURLToPath(new URL('hostile-destinations-main.ts', import.meta.url))

/** Runs one webhook destination for each kind of hostility, in a process of their own. */
export class HostileDestinations {
  readonly urls: readonly string[]
  readonly #child: ChildProcess

  private constructor(urls: readonly string[], child: ChildProcess) {
    this.urls = urls
    this.#child = child
  }

  static async start(hostilities: readonly Hostility[]): Promise<HostileDestinations> {
    const flags = [...programFlags, main, JSON.stringify(hostilities)]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [ports] = await within(once(child, 'message'), () => 'the ports of hostile destinations')
    if (!Array.isArray(ports)) throw new Error('the hostile destinations sent no ports')
    return new HostileDestinations(
      ports.map((port) => `http://127.0.0.1:${port}/`),
      child,
    )
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
