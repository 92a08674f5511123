import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { HttpPeer } from '../fuzz/http-peer.js'
import type { People } from './people.js'

/** Every attacker comes from here, and nobody else does. */
const attackerAddress = '127.0.0.66'

/** Where one attack happens: whom it attacks as whom, and until when. */
export class Arena {
  readonly port: number
  readonly people: People
  /** From 0 to 1. */
  readonly random: () => number
  /** Connections, and requests or frames on them, as far as they were sent. */
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

  /** The same words every time for the same seed. */
  oneOf<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.random() * choices.length)] ?? choices[0]
  }

  /** A connection; `undefined` where it was refused, or the attack is over. Later errors only end it. */
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

  /** For what is asked with care before the attack begins. */
  peer(): HttpPeer {
    return new HttpPeer(this.port, attackerAddress)
  }

  pause(ms: number): Promise<void> {
    return delay(ms)
  }

  /** Resolves at the end of the connection, which is that of the attack at the latest. */
  async untilClosed(socket: Socket): Promise<void> {
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  }

  /** Resolves when more can be written, or no more ever. */
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

  /** Ends the attack, and every connection with it. */
  end(): void {
    this.#isOver = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
