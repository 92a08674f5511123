import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import type { Ledger, Message } from './ledger.js'
import { type Caller, call, excusedStatuses, isExcused, sendEventPayload, storedEventOf } from './wire.js'

export interface Sender {
  readonly name: string
  readonly chatId: string
  readonly caller: Caller
  readonly ledger: Ledger
  /** Minimum number of characters of a message. */
  readonly length: number
  /** Time from a response to the next message, in milliseconds. */
  readonly pauseMs: number
  /** Whether the storage may be unavailable. The sender then tries again. */
  readonly isPatient: boolean
  /** Whether the engine may be gone at any moment. The sender then ends with its connection. */
  readonly mayDisconnect: boolean
  /** Ends the sender once everything is answered. */
  readonly stop: AbortSignal
}

/** Time that a client waits before it tries again, in milliseconds. */
const backOffMs = 50

/** Sends one message after the other until it is stopped or the connection breaks. */
export async function sendOverHttp(sender: Sender, port: number, isIdempotent: boolean): Promise<void> {
  const { ledger, chatId, name, caller, length, pauseMs, isPatient, stop } = sender
  const peer = new HttpPeer(port)
  const allowed = isPatient ? [200, ...excusedStatuses] : [200]
  while (!stop.aborted) {
    const message = ledger.send({ chatId, sender: name, isIdempotent, length })
    const { idempotencyKey } = message
    const payload = sendEventPayload(message)
    const response = await call(peer, caller, 'send_event', payload, { idempotencyKey, allowed })
    if (response === undefined) return
    const isRefused = isExcused(response)
    if (isRefused) ledger.refused(message)
    else ledger.answered(message, storedEventOf(response))
    const waitMs = isRefused ? backOffMs : pauseMs
    if (waitMs > 0) await delay(waitMs)
  }
  peer.close()
}

const answersBetweenClosings = 150

/** Closes the active thread repeatedly, so that the next message opens another one. */
export async function closeThreads(sender: Sender, port: number): Promise<void> {
  const { ledger, chatId, caller, isPatient, stop } = sender
  const peer = new HttpPeer(port)
  // The status is 400 when no message has opened a new thread since the last time.
  const allowed = isPatient ? [200, 400, ...excusedStatuses] : [200, 400]
  while (!stop.aborted && (await ledger.answers.waitForMore(answersBetweenClosings))) {
    const response = await call(peer, caller, 'close_thread', { chat_id: chatId }, { allowed })
    if (response === undefined) return
  }
  peer.close()
}

/** Number of requests that the engine works on at the same time for one connection. */
const windowSize = 10

/** The close code after an outage of the bus, so that clients read what they missed. */
const serviceRestart = 1012

/** Keeps many messages in progress until it is stopped or the connection breaks. A patient sender connects again. */
export async function sendOverRtm(sender: Sender, port: number): Promise<void> {
  let code = await runConversation(sender, port)
  while (code === serviceRestart && !sender.stop.aborted) code = await runConversation(sender, port)
}

/** Sends messages on one connection. Resolves with its close code; rejects if it should have stayed open. */
async function runConversation(sender: Sender, port: number): Promise<number> {
  const { root, query } = sender.caller
  const socket = new WebSocket(`ws://127.0.0.1:${port}${root}/rtm/ws${query}`)
  // A kill resets the connection; the close event follows.
  socket.on('error', () => undefined)
  const conversation = new Conversation(sender, socket)
  sender.stop.addEventListener('abort', () => conversation.end(), { once: true })
  return await new Promise<number>((resolve, reject) => {
    socket.on('open', () => conversation.begin())
    socket.on('close', (code) => {
      const shouldReconnect = sender.isPatient && code === serviceRestart
      if (sender.mayDisconnect || sender.stop.aborted || shouldReconnect) resolve(code)
      else reject(new Error(`${sender.name}: the connection was closed with ${code}`))
    })
    socket.on('message', (data) => {
      try {
        conversation.receive(parseObject(data.toString()))
      } catch (cause) {
        reject(cause)
        socket.terminate()
      }
    })
  })
}

/** The messages and responses of one real-time connection. */
class Conversation {
  readonly #sender: Sender
  readonly #socket: WebSocket
  readonly #underWay = new Map<string, Message>()

  constructor(sender: Sender, socket: WebSocket) {
    this.#sender = sender
    this.#socket = socket
  }

  begin(): void {
    const { token } = this.#sender.caller
    this.#socket.send(JSON.stringify({ action: 'login', payload: { token } }))
  }

  receive(frame: Readonly<Record<string, unknown>>): void {
    if (frame.type === 'push') notePush(this.#sender.ledger, frame)
    else if (frame.action === 'login') this.#noteLogin(frame)
    else this.#noteAnswer(frame)
  }

  /** Closes the connection when everything is answered, or as soon as the last response arrives. */
  end(): void {
    if (this.#underWay.size === 0) this.#socket.close()
  }

  #send(): void {
    const { ledger, chatId, name, length, stop } = this.#sender
    if (stop.aborted) {
      this.end()
      return
    }
    const message = ledger.send({ chatId, sender: name, isIdempotent: false, length })
    this.#underWay.set(message.label, message)
    const envelope = {
      request_id: message.label,
      action: 'send_event',
      payload: sendEventPayload(message),
    }
    this.#socket.send(JSON.stringify(envelope))
  }

  #sendAfter(waitMs: number): void {
    if (waitMs > 0) setTimeout(() => this.#send(), waitMs)
    else this.#send()
  }

  #noteLogin(frame: Readonly<Record<string, unknown>>): void {
    if (this.#isRefusal(frame)) setTimeout(() => this.begin(), backOffMs)
    else for (let count = 0; count < windowSize; count += 1) this.#send()
  }

  #noteAnswer(frame: Readonly<Record<string, unknown>>): void {
    const message = this.#underWay.get(String(frame.request_id))
    assert.ok(message !== undefined, JSON.stringify(frame))
    this.#underWay.delete(message.label)
    const { ledger, pauseMs } = this.#sender
    if (this.#isRefusal(frame)) {
      ledger.refused(message)
      this.#sendAfter(backOffMs)
    } else {
      assert.ok(isObject(frame.payload))
      ledger.answered(message, storedEventOf(frame.payload))
      this.#sendAfter(pauseMs)
    }
  }

  /** Returns whether the request may be tried again. Throws for any other failure. */
  #isRefusal(frame: Readonly<Record<string, unknown>>): boolean {
    if (frame.success === true) return false
    const isExcusable = this.#sender.isPatient && isObject(frame.payload) && isExcused(frame.payload)
    assert.ok(isExcusable, JSON.stringify(frame))
    return true
  }
}

/** Notes the pushed event, which must be stored already. */
function notePush(ledger: Ledger, { action, payload }: Readonly<Record<string, unknown>>): void {
  if (action !== 'incoming_event' || !isObject(payload) || !isObject(payload.event)) return
  ledger.pushedIds.add(String(payload.event.id))
}
