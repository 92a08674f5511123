import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Receiver {
  readonly server: Server
  readonly port: number
  /** Origin with the host `127.0.0.1`. */
  readonly origin: string
  connectionCount: () => number
}

/** Starts a receiver of webhooks on this machine. It stops when the test ends. */
export async function receiver(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const server = createServer(answer)
  let connectionCount = 0
  server.on('connection', () => {
    connectionCount += 1
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = addressOf(server)
  return {
    server,
    port: at.port,
    origin: `http://127.0.0.1:${at.port}`,
    connectionCount: () => connectionCount,
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address
}
