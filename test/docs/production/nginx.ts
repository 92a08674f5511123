import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../scripts/free-port.js'
import { certificate } from '../../support/certificate.js'
import { eventually } from '../../support/deadline.js'

/** Reason why tests that need nginx are skipped. `false` when it is installed. */
export const noNginx: string | false =
  spawnSync('nginx', ['-v']).error === undefined ? false : 'nginx is not installed'

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** An nginx process that is configured as in the guide, with the addresses and files of a test. */
export class Nginx {
  readonly origin: string
  readonly securePort: number
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(folder: string, port: number, securePort: number) {
    this.origin = `http://127.0.0.1:${port}`
    this.securePort = securePort
    this.#folder = folder
    this.#process = spawn('nginx', flagsIn(folder), { stdio: 'inherit' })
  }

  /** Starts nginx in front of the given nodes, which replace those that the guide names. */
  static async start(guide: string, nodes: readonly number[]): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
    const [port, securePort] = [await freePort(), await freePort()]
    for (const name of temporary) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'server.pem'), certificate.cert)
    writeFileSync(join(folder, 'server.key'), certificate.key)
    const named = [...new Set(guide.match(/10\.0\.0\.\d+:8080/g))]
    const site = named
      .reduce((text, node, index) => text.replaceAll(node, `127.0.0.1:${nodes[index]}`), guide)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;\n  listen 127.0.0.1:${port};`)
      .replace(/(?<=ssl_certificate )\S+(?=;)/, join(folder, 'server.pem'))
      .replace(/(?<=ssl_certificate_key )\S+(?=;)/, join(folder, 'server.key'))
    writeFileSync(join(folder, 'site.conf'), site)
    writeFileSync(join(folder, 'nginx.conf'), mainOf(folder))
    await promisify(execFile)('nginx', ['-t', ...flagsIn(folder)])
    const nginx = new Nginx(folder, port, securePort)
    await eventually(async () => void (await fetch(nginx.origin)))
    return nginx
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit')
    this.#process.kill()
    await exited
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function flagsIn(folder: string): string[] {
  return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
}

function mainOf(folder: string): string {
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`)
  return [
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr crit; events {}',
    `http { access_log off; ${paths.join(' ')} include ${join(folder, 'site.conf')}; }`,
  ].join('\n')
}
