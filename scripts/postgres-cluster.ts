import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.js'

const run = promisify(execFile)
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the folder that contains initdb and pg_ctl, or `undefined`. Looks in PATH first, then for the newest version
 * that Debian installed.
 */
export function findBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []
  const installed = versions.sort((a, b) => Number(b) - Number(a)).map((v) => join(DEBIAN_VERSIONS, v, 'bin'))
  return [...onPath, ...installed].find((folder) =>
    ['initdb', 'pg_ctl'].every((name) => folder !== '' && existsSync(join(folder, name))),
  )
}

/** A PostgreSQL server for these tests only. All its data is in one temporary folder. */
export class Cluster {
  readonly url: string
  readonly #port: number
  readonly #binaries: string
  readonly #directory: string
  readonly #account: Account | undefined

  private constructor(binaries: string, directory: string, port: number) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
    this.#port = port
    this.#binaries = binaries
    this.#directory = directory
    this.#account = unprivilegedAccount()
  }

  /** Creates a cluster and starts it. */
  static async create(binaries: string): Promise<Cluster> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
    const cluster = new Cluster(binaries, directory, await freePort())
    try {
      await cluster.#initialize()
      await cluster.start()
      return cluster
    } catch (error) {
      await cluster.remove()
      throw error
    }
  }

  /** Starts the server. Resolves once it accepts connections. */
  async start(): Promise<void> {
    const settings = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    const log = join(this.#directory, 'log')
    await this.#run('pg_ctl', ['start', '-w', '-D', this.#data, '-l', log, '-o', settings])
  }

  /** Stops the server immediately, without a checkpoint, so that the next start recovers as after a crash. */
  async stop(): Promise<void> {
    await this.#run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', this.#data])
  }

  /** Id of the server's main process, which starts all its other processes. */
  get pid(): number {
    return Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0])
  }

  async remove(): Promise<void> {
    if (existsSync(this.#pidFile)) await this.stop()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  get #data(): string {
    return join(this.#directory, 'data')
  }

  get #pidFile(): string {
    return join(this.#data, 'postmaster.pid')
  }

  async #initialize(): Promise<void> {
    if (this.#account) chownSync(this.#directory, this.#account.uid, this.#account.gid)
    const identity = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8']
    await this.#run('initdb', ['-D', this.#data, ...identity, '--no-instructions'])
  }

  async #run(name: string, args: string[]): Promise<void> {
    await run(join(this.#binaries, name), args, { cwd: this.#directory, ...this.#account })
  }
}

/**
 * Returns the account to run PostgreSQL as when the current user is root, because PostgreSQL refuses to run as root.
 */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const account = lookUpAccount(name)
    if (account) return account
  }
  throw new Error('PostgreSQL refuses to run as root, and neither "postgres" nor "nobody" exists')
}

function lookUpAccount(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
