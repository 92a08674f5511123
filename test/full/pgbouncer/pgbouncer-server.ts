import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../scripts/free-port.js'

export type PoolMode = 'session' | 'transaction'

/** Returns the path of the program from the Debian package `pgbouncer`, which is usually not in a user's `PATH`. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

/** A PgBouncer in front of a PostgreSQL server, with its default configuration except for the mode. */
export class PgBouncer {
  readonly #process: ChildProcess
  readonly #folder: string
  readonly #port: number

  private constructor(process: ChildProcess, folder: string, port: number) {
    this.#process = process
    this.#folder = folder
    this.#port = port
  }

  /** Starts PgBouncer and resolves once it listens. */
  static async start(program: string, server: string, mode: PoolMode): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'))
    const port = await freePort()
    const config = join(folder, 'pgbouncer.ini')
    await writeFile(config, configuration(new URL(server), port, mode))
    // PgBouncer refuses to run as root, so it changes to another user.
    await chmod(folder, 0o755)
    const flags = process.getuid?.() === 0 ? ['-u', 'nobody', config] : [config]
    const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
    await isListening(child)
    return new PgBouncer(child, folder, port)
  }

  /** Returns the address of a database of that server through the pooler. */
  urlOf(connectionString: string): string {
    const url = new URL(connectionString)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await exited
    }
    await rm(this.#folder, { recursive: true })
  }
}

function configuration(
  { hostname, port, username, password }: URL,
  listenPort: number,
  mode: PoolMode,
): string {
  const user = `user=${decodeURIComponent(username) || 'postgres'}`
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`
  return `[databases]
* = host=${hostname} port=${port || 5432} ${user}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`
}

async function isListening({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) throw new Error('pgbouncer has no output')
  const lines: string[] = []
  for await (const line of createInterface({ input: stderr })) {
    lines.push(line)
    if (!line.includes('process up')) continue
    stderr.resume()
    return
  }
  throw new Error(`pgbouncer did not start: ${lines.join('\n')}`)
}
