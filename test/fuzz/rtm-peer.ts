import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { parseObject } from './answers.js'

type Frame = Readonly<Record<string, unknown>>

const patienceMs = 20_000

/** A real-time client that sends one request at a time and stores every push. */
export class RtmPeer {
  readonly pushes: Frame[] = []
  readonly #socket: WebSocket
  #closeCode: number | undefined
  #wake: (() => void) | undefined
  #responses: Frame[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#receive(parseObject(data.toString())))
    socket.on('close', (code) => {
      this.#closeCode = code
      this.#wake?.()
    })
    socket.on('error', () => undefined)
  }

  static async open(url: string): Promise<RtmPeer> {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const peer = new RtmPeer(socket)
    await once(socket, 'open')
    return peer
  }

  get isOpen(): boolean {
    return this.#closeCode === undefined
  }

  /** Returns the response, or the code with which the server closed the connection. */
  async ask(frame: Buffer | string, isBinary = false): Promise<Frame | number> {
    this.#responses = []
    this.#socket.send(frame, { binary: isBinary })
    return this.#next()
  }

  async request(action: string, payload: object): Promise<Frame> {
    const answer = await this.ask(JSON.stringify({ request_id: action, action, payload }))
    assert.ok(typeof answer === 'object', `${action}: closed with ${String(answer)}`)
    assert.equal(answer.success, true, JSON.stringify(answer))
    return answer
  }

  close(): void {
    this.#socket.terminate()
  }

  #receive(frame: Frame): void {
    if (frame.type === 'push') this.pushes.push(frame)
    else this.#responses.push(frame)
    this.#wake?.()
  }

  #next(): Promise<Frame | number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no response within ${patienceMs} ms`)), patienceMs)
      this.#wake = () => {
        const found = this.#responses[0] ?? this.#closeCode
        if (found === undefined) return
        clearTimeout(timer)
        this.#wake = undefined
        resolve(found)
      }
      this.#wake()
    })
  }
}
