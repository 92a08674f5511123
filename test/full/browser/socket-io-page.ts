import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const resolve = createRequire(import.meta.url).resolve

/** Major versions of the Socket.IO client as browsers load it. The newest one is installed with the repository. */
export const clientVersions = ['1', '2', '3', '4'] as const
export type ClientVersion = (typeof clientVersions)[number]

export interface PollingSetting {
  readonly licenseId: number
  /** Origin of the server that the page connects to. */
  readonly server: string
}

/** A script that connects by polling, pings once, and writes the result into the page. */
const script = `
const { server, license } = Object.fromEntries(new URLSearchParams(location.search))
const show = (text) => { document.body.textContent = text }
const client = io(server, {
  path: '/customer/v0.5/rtm/sio',
  query: { license_id: license },
  transports: ['polling'],
  upgrade: false,
  forceNew: true,
  reconnection: false,
})
client.on('connect', () => client.emit('message', { action: 'ping' }))
client.on('message', (envelope) => show(envelope.action + ' answered'))
client.on('connect_error', () => show('not connected'))
`

/** A site whose pages connect by polling to a server of another origin. */
export class PollingSite {
  readonly #server: Server
  readonly origin: string

  private constructor(server: Server, origin: string) {
    this.#server = server
    this.origin = origin
  }

  static async open(): Promise<PollingSite> {
    const server = createServer(answer)
    return new PollingSite(server, await listen(server))
  }

  pageOf(version: ClientVersion, { server, licenseId }: PollingSetting): string {
    return `${this.origin}/${version}.html?${new URLSearchParams({ server, license: `${licenseId}` })}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Starts the server and resolves with its origin. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

const answer: RequestListener = ({ url = '' }, response) => {
  const version = clientVersions.find((known) => url.startsWith(`/${known}.`))
  if (version === undefined) return response.writeHead(url === '/favicon.ico' ? 204 : 404).end()
  if (url.endsWith('.js')) {
    return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(clientScript(version))
  }
  response.writeHead(200, { 'Content-Type': 'text/html' })
  return response.end(
    `<!doctype html><body></body><script src="/${version}.js"></script><script>${script}</script>`,
  )
}

function clientScript(version: ClientVersion): Buffer {
  const name = version === '4' ? 'socket.io-client' : `socket.io-client-${version}`
  const [folder = ''] = dirname(resolve(name)).split(/(?<=node_modules[/\\][^/\\]+)[/\\]/)
  return readFileSync(join(folder, 'dist/socket.io.js'))
}
