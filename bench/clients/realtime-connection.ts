import type { World } from '../targets/target.js'
import type { Dialect, Role } from './dialect.js'
import { RawWebSocket } from './socket.js'

const keepAliveMilliseconds = 20_000

export interface FrameListener {
  response?(): void
  push?(bytes: Buffer, from: number, to: number): void
}

export interface Opening {
  readonly port: number
  readonly world: World
  readonly dialect: Dialect
  readonly role: Role
  readonly token: string
}

/** A real-time connection that has logged in. */
export class RealtimeConnection {
  readonly #dialect: Dialect
  readonly #token: string
  readonly #listener: FrameListener
  #websocket: RawWebSocket | undefined
  #loggedIn: (() => void) | undefined

  private constructor({ dialect, token }: Opening, listener: FrameListener) {
    this.#dialect = dialect
    this.#token = token
    this.#listener = listener
  }

  static async open(opening: Opening, listener: FrameListener = {}): Promise<RealtimeConnection> {
    const connection = await RealtimeConnection.connect(opening, listener)
    await connection.logIn()
    return connection
  }

  /** Connects without logging in. */
  static async connect(opening: Opening, listener: FrameListener = {}): Promise<RealtimeConnection> {
    const { port, dialect, role, world } = opening
    const connection = new RealtimeConnection(opening, listener)
    const receive = (bytes: Buffer, from: number, to: number) => connection.#receive(bytes, from, to)
    const websocket = new RawWebSocket(port, dialect.path(role, world), receive)
    connection.#websocket = websocket
    await websocket.opened
    return connection
  }

  logIn(): Promise<void> {
    return new Promise((resolve) => {
      this.#loggedIn = resolve
      const hello = this.#dialect.hello(this.#token)
      if (hello !== undefined) this.send(hello)
    })
  }

  send(frame: Buffer): void {
    this.#websocket?.send(frame)
  }

  close(): void {
    this.#websocket?.close()
  }

  /** Sends a ping at intervals, for servers that close silent connections. The responses are ignored. */
  keepAlive(): void {
    setInterval(() => this.send(this.#dialect.ping), keepAliveMilliseconds).unref()
  }

  #receive(bytes: Buffer, from: number, to: number): void {
    const isLoggedIn = this.#loggedIn === undefined
    switch (this.#dialect.classify(bytes, from, to, isLoggedIn)) {
      case 'push':
        this.#listener.push?.(bytes, from, to)
        return
      case 'response':
        this.#listener.response?.()
        return
      case 'greeting':
        this.send(this.#dialect.answerGreeting(this.#token))
        return
      case 'ready':
        this.#loggedIn?.()
        this.#loggedIn = undefined
        return
      case 'ping':
        this.send(this.#dialect.ping)
    }
  }
}
