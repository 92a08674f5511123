import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { freePort } from './free-port.js'

const run = promisify(execFile)
const startMs = 30_000

interface Programs {
  readonly server: string
  readonly installer: string
}

/** Returns the programs of MariaDB, or `undefined` when it is not installed on this machine. */
export function findMariadb(): Programs | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const [server, installer] = [find('mariadbd'), find('mariadb-install-db')]
  return server === undefined || installer === undefined ? undefined : { server, installer }
}

/** A MariaDB server for these tests only. All its data is in one temporary folder. */
export class MariadbServer {
  readonly url: string
  readonly #directory: string
  readonly #process: ChildProcess

  private constructor(url: string, directory: string, server: ChildProcess) {
    this.url = url
    this.#directory = directory
    this.#process = server
  }

  /** Creates a server and starts it. Resolves once it accepts connections. */
  static async start({ server, installer }: Programs): Promise<MariadbServer> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-mariadb-'))
    const user = process.getuid?.() === 0 ? ['--user=root'] : []
    const data = ['--no-defaults', `--datadir=${join(directory, 'data')}`, ...user]
    await run(installer, [...data, '--auth-root-authentication-method=normal', '--skip-test-db'])
    const port = await freePort()
    const place = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(directory, 'socket')}`]
    // A slow disk would make tests time out.
    const settings = ['--innodb-flush-log-at-trx-commit=0', `--pid-file=${join(directory, 'pid')}`]
    const child = spawn(server, [...data, ...place, ...settings], { stdio: 'ignore' })
    const started = new MariadbServer(`mysql://root@127.0.0.1:${port}/`, directory, child)
    try {
      await started.#answers()
      return started
    } catch (error) {
      await started.remove()
      throw error
    }
  }

  async remove(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exit = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await exit
    }
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #answers(): Promise<void> {
    const deadline = performance.now() + startMs
    for (;;) {
      try {
        const connection = await createConnection({ uri: this.url })
        await connection.end()
        return
      } catch (error) {
        if (performance.now() > deadline || this.#process.exitCode !== null) throw error
      }
      await delay(100)
    }
  }
}
