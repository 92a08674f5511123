import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const DEFAULT_PORT = 8080

/** Loopback only, because plain HTTP and printed passwords must stay on this computer. */
const HOST = '127.0.0.1'

/** The port cannot be used. The message says what to do. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

export interface Listening {
  readonly url: string
  /** A hint for the reader about the chosen port. */
  readonly note?: string
}

/**
 * Starts to listen. An explicitly chosen port is used or refused; the default one is replaced by any free port when it
 * is in use.
 */
export async function listen(server: Server, wanted: string | undefined): Promise<Listening> {
  if (wanted !== undefined && wanted !== '') return { url: await listenOn(server, parsePort(wanted)) }
  try {
    return { url: await listenOn(server, DEFAULT_PORT) }
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    const note = `Port ${DEFAULT_PORT} is taken, so a free one was chosen. PORT=… sets one.`
    return { url: await listenOn(server, 0), note }
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new PortError(`PORT must be an integer from 0 to 65535, not ${JSON.stringify(text)}.`)
}

async function listenOn(server: Server, port: number): Promise<string> {
  server.listen(port, HOST)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new PortError(
        `Port ${port} is taken. Choose another one (PORT=8081 npm start), or PORT=0 for any.`,
      )
    }
    throw error
  }
  return `http://${HOST}:${portOf(server.address())}`
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
