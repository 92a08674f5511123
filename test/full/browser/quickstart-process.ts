import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Account } from './sign-in.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ADDRESS_DEADLINE_MS = 30_000
const STOP_DEADLINE_MS = 10_000

/** The command of `npm start`, without npm in between, so that signals reach the server itself. */
const command = ['--import=tsx', '--conditions=parley-source', 'examples/quickstart/src/main.ts']

/** The addresses and accounts that the quickstart prints after its start. */
export interface Announced {
  readonly customer: string
  readonly desk: string
  readonly console: string
  readonly reference: string
  readonly ada: Account
  readonly grace: Account
  readonly linus: Account
}

/** Runs the quickstart in a process of its own. Its database outlives the process. */
export class Quickstart {
  readonly #directory: string
  #process: ChildProcess | undefined
  #port = '0'

  private constructor(directory: string) {
    this.#directory = directory
  }

  static async create(): Promise<Quickstart> {
    return new Quickstart(await mkdtemp(join(tmpdir(), 'parley-quickstart-')))
  }

  /** Starts the quickstart and resolves with the printed addresses. A restart uses the same port. */
  async start(): Promise<Announced> {
    const env = { ...process.env, PORT: this.#port, PARLEY_QUICKSTART_DIRECTORY: this.#directory }
    const child = spawn(process.execPath, command, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    const announced = await Promise.race([
      readAnnounced(child),
      exitOf(child).then(() => fail('the quickstart ended before it printed its addresses')),
      delay(ADDRESS_DEADLINE_MS, undefined, { ref: false }).then(() =>
        fail(`no addresses within ${ADDRESS_DEADLINE_MS} ms`),
      ),
    ])
    this.#port = new URL(announced.customer).port
    return announced
  }

  /** Kills the process, like a crash or a power cut. */
  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.#ended()
  }

  /** Stops the process like Ctrl+C. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    this.#process?.kill('SIGINT')
    return this.#ended()
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #ended(): Promise<number | null> {
    const child = this.#process
    if (child === undefined) return null
    const code = await Promise.race([
      exitOf(child),
      delay(STOP_DEADLINE_MS, undefined, { ref: false }).then(() => fail('the quickstart does not end')),
    ])
    this.#process = undefined
    return code
  }
}

/** Returns the printed addresses, and continues to read afterwards: a full pipe would block the server. */
function readAnnounced(child: ChildProcess): Promise<Announced> {
  const { stdout } = child
  if (stdout === null) return Promise.reject(new Error('the quickstart has no output'))
  return new Promise((resolve) => {
    const addresses: string[] = []
    const accounts: Account[] = []
    createInterface({ input: stdout }).on('line', (line) => {
      addresses.push(...(line.match(/http:\/\/127\.0\.0\.1:\d+\/\S*/) ?? []))
      const [, login, password] = /^ +(\S+@example\.com) +(\S+)/.exec(line) ?? []
      if (login && password) accounts.push({ login, password })
      const [customer, desk, console, reference] = addresses
      const [ada, grace, linus] = accounts
      if (!customer || !desk || !console || !reference || !ada || !grace || !linus) return
      resolve({ customer, desk, console, reference, ada, grace, linus })
    })
  })
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const [code]: [number | null] = await once(child, 'exit').then(([first]) => [
    typeof first === 'number' ? first : null,
  ])
  return code
}

function fail(message: string): never {
  throw new Error(message)
}
