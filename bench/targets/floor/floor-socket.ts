import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import type { FloorChat, Listener, Message, User } from './floor-chat.js'
import { encodeFrame } from './frame.js'
import type { TurnWriter } from './turn-writer.js'

interface SocketRequest {
  readonly request_id: string
  readonly action: string
  readonly payload: {
    readonly token?: string
    readonly chat_id: string
    readonly event: { readonly text: string }
  }
}

/** Padding that makes a push as long as Parley's: 439 bytes with a message of 120 bytes. */
const thread_id = '0'.repeat(69)

/** One real-time connection, which supports `login` and `send_event`. All sockets share the same event handlers. */
export class FloorSocket extends WebSocket implements Listener {
  #chat: FloorChat | undefined
  #socket: Duplex | undefined
  #writer: TurnWriter | undefined
  #user: User | undefined

  begin(chat: FloorChat, socket: Duplex, writer: TurnWriter): void {
    this.#chat = chat
    this.#socket = socket
    this.#writer = writer
    this.on('message', onMessage).on('close', onClose).on('error', onError)
  }

  receive(text: string): void {
    const { request_id, action, payload }: SocketRequest = JSON.parse(text)
    if (action === 'send_event' && this.#user !== undefined) {
      this.#chat?.send(this.#user, payload.chat_id, payload.event.text, (event) => {
        this.#answer(request_id, action, { event })
        this.#pushToOthers(payload.chat_id, event)
      })
    } else {
      if (action === 'login') this.#login(payload.token ?? '')
      this.#answer(request_id, action, {})
    }
  }

  push(frame: Buffer): void {
    if (this.#socket !== undefined) this.#writer?.write(this.#socket, frame)
  }

  leave(): void {
    for (const chatId of this.#user?.chatIds ?? []) this.#chat?.rooms.get(chatId)?.delete(this)
  }

  #login(token: string): void {
    this.#user = this.#chat?.userOf(token)
    for (const chatId of this.#user?.chatIds ?? []) {
      const room = this.#chat?.rooms.get(chatId)
      if (room === undefined) this.#chat?.rooms.set(chatId, new Set([this]))
      else room.add(this)
    }
  }

  #answer(request_id: string, action: string, payload: object): void {
    this.push(encodeFrame(JSON.stringify({ request_id, action, type: 'response', success: true, payload })))
  }

  /** Encodes the push once and writes it to every socket. */
  #pushToOthers(chat_id: string, event: Message): void {
    const frame = encodeFrame(
      JSON.stringify({ action: 'incoming_event', type: 'push', payload: { chat_id, thread_id, event } }),
    )
    for (const listener of this.#chat?.rooms.get(chat_id) ?? []) if (listener !== this) listener.push(frame)
  }
}

function onMessage(this: WebSocket, data: RawData): void {
  if (this instanceof FloorSocket) this.receive(String(data))
}

function onClose(this: WebSocket): void {
  if (this instanceof FloorSocket) this.leave()
}

function onError(): void {}
