import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy between clients and a server that can drop existing connections and refuse new ones. */
export class TcpGate {
  readonly #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target
  }

  static async open(target: { readonly host: string; readonly port: number }): Promise<TcpGate> {
    const gate = new TcpGate(target)
    await gate.open()
    return gate
  }

  get port(): number {
    return this.#port
  }

  /** Lets all connections through, on the same port as before. */
  async open(): Promise<void> {
    const server = createServer((client) => this.#pass(client))
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    const address: AddressInfo | string | null = server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
  }

  /** Drops all connections and refuses new ones. */
  async shut(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(server, 'close')
  }

  /** Stops all traffic without closing connections, like a network that has failed. */
  freeze(): void {
    for (const socket of this.#sockets) socket.pause()
  }

  #pass(client: Socket): void {
    const server = connect(this.#target)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one)
      one.setNoDelay(true)
      one.on('data', (bytes) => other.write(bytes))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
  }
}

export interface GatedWay {
  readonly gate: TcpGate
  /** Address of the server, through the gate. */
  readonly url: string
}

/** Opens a gate to the server of the address. Only its clients are cut off; the server continues to serve others. */
export async function gateTo(address: string, defaultPort: number): Promise<GatedWay> {
  const url = new URL(address)
  const gate = await TcpGate.open({ host: url.hostname, port: Number(url.port || defaultPort) })
  url.hostname = '127.0.0.1'
  url.port = String(gate.port)
  return { gate, url: url.href }
}
