import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { HttpPeer } from '../fuzz/http-peer.js'
import type { People } from './people.js'

/** Address that all attackers connect from, and honest clients never use. */
const attackerAddress = '127.0.0.66'

/**
 * The context of one attack: the port of the engine, the users that the attack acts as, its connections and its end.
 */
export class Arena {
  readonly port: number
  readonly people: People
  /** Returns a random number from 0 to 1. */
  readonly random: () => number
  /** Number of opened connections plus the requests or frames that were sent on them. */
  attempts = 0
  readonly #sockets = new Set<Socket>()
  #isOver = false

  constructor(port: number, people: People, random: () => number) {
    this.port = port
    this.people = people
    this.random = random
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Returns one of the choices at random. The same seed gives the same choices. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.random() * choices.length)] ?? choices[0]
  }

  /**
   * Opens a connection. Resolves with `undefined` when it was refused or the attack has ended. A later error only
   * closes it.
   */
  async open(): Promise<Socket | undefined> {
    if (this.isOver) return undefined
    this.attempts += 1
    const socket = connect({ port: this.port, host: '127.0.0.1', localAddress: attackerAddress })
    this.#sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('close', () => resolve(false))
    })
    return isConnected ? socket : undefined
  }

  /** Returns an HTTP client for the requests that prepare the attack. */
  peer(): HttpPeer {
    return new HttpPeer(this.port, attackerAddress)
  }

  pause(ms: number): Promise<void> {
    return delay(ms)
  }

  /** Resolves when the connection is closed, which happens at the end of the attack at the latest. */
  async untilClosed(socket: Socket): Promise<void> {
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  }

  /** Resolves when the socket can take more data, or is closed. */
  async untilDrained(socket: Socket): Promise<void> {
    if (socket.destroyed) return
    await new Promise<void>((resolve) => {
      const end = () => {
        socket.off('drain', end).off('close', end)
        resolve()
      }
      socket.on('drain', end).on('close', end)
    })
  }

  /** Ends the attack and closes all its connections. */
  end(): void {
    this.#isOver = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
