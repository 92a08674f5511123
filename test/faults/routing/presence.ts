import { WebSocket } from 'ws'
import { isObject, parseObject } from '../../fuzz/answers.js'
import { isExcused } from '../wire.js'

/** A connection of a logged-in agent. It may end at any time. */
export class PresentAgent {
  readonly #socket: WebSocket
  readonly #closed: Promise<void>

  private constructor(socket: WebSocket, closed: Promise<void>) {
    this.#socket = socket
    this.#closed = closed
  }

  /** Resolves with `undefined` when the node went away before it responded, or could not respond in time. */
  static async logIn(port: number, token: string): Promise<PresentAgent | undefined> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/agent/v0.4/rtm/ws`)
    // The error of a killed node; the close event follows.
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.on('open', () => socket.send(JSON.stringify({ action: 'login', payload: { token } })))
    const answer = new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        const frame = parseObject(data.toString())
        if (frame.action === 'login' && frame.type === 'response') resolve(data.toString())
      })
    })
    const response = await Promise.race([answer, closed])
    if (response === undefined) return undefined
    const present = new PresentAgent(socket, closed)
    const { success, payload } = parseObject(response)
    if (success === true) return present
    if (!isObject(payload) || !isExcused(payload)) throw new Error(`a login was refused: ${response}`)
    await present.leave({ isCrash: false })
    return undefined
  }

  get isThere(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Closes the connection properly, or drops it without a close frame. */
  async leave({ isCrash }: { readonly isCrash: boolean }): Promise<void> {
    if (isCrash) this.#socket.terminate()
    else this.#socket.close()
    await this.#closed
  }
}
