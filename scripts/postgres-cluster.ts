import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

interface Account {
  readonly uid: number
  readonly gid: number
}

interface Cluster {
  readonly url: string
  stop(): Promise<void>
}

/** The folder that holds initdb and pg_ctl, newest version first outside PATH. */
export function findBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []
  const installed = versions.sort((a, b) => Number(b) - Number(a)).map((v) => join(DEBIAN_VERSIONS, v, 'bin'))
  return [...onPath, ...installed].find((folder) =>
    ['initdb', 'pg_ctl'].every((name) => folder !== '' && existsSync(join(folder, name))),
  )
}

export async function startCluster(binaries: string): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
  const account = unprivilegedAccount()
  if (account) chownSync(directory, account.uid, account.gid)
  const data = join(directory, 'data')
  const command = (name: string, args: string[]) =>
    run(join(binaries, name), args, { cwd: directory, ...account })
  const stop = async () => {
    if (existsSync(join(data, 'postmaster.pid')))
      await command('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data])
    rmSync(directory, { recursive: true, force: true })
  }

  try {
    await command('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions'])
    const port = await freePort()
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    await command('pg_ctl', ['start', '-w', '-D', data, '-l', join(directory, 'log'), '-o', settings])
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** PostgreSQL refuses to run as root. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free TCP port')
  return address.port
}
