import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { isObject, parseObject } from '../fuzz/answers.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import type { Ledger, Message } from './ledger.js'
import { type Caller, call, sendEventPayload, storedEventOf } from './wire.js'

export interface Sender {
  readonly name: string
  readonly chatId: string
  readonly caller: Caller
  readonly ledger: Ledger
}

/** Sends one message after the other until the connection breaks. */
export async function sendOverHttp(sender: Sender, port: number, isIdempotent: boolean): Promise<void> {
  const { ledger, chatId, name, caller } = sender
  const peer = new HttpPeer(port)
  for (;;) {
    const message = ledger.send(chatId, name, isIdempotent)
    const response = await call(peer, caller, 'send_event', sendEventPayload(message), message)
    if (response === undefined) return
    ledger.answered(message, storedEventOf(response))
  }
}

const answersBetweenClosings = 150

/** Closes the active thread again and again, so that the next message opens another. */
export async function closeThreads({ ledger, chatId, caller }: Sender, port: number): Promise<void> {
  const peer = new HttpPeer(port)
  while (await ledger.more(answersBetweenClosings)) {
    // Refused where nobody has sent anything since the last time.
    const response = await call(peer, caller, 'close_thread', { chat_id: chatId }, { allowed: [200, 400] })
    if (response === undefined) return
  }
}

/** As many as the engine works on at once for one connection. */
const windowSize = 10

/** Keeps many messages under way on one connection until it breaks. */
export async function sendOverRtm(sender: Sender, port: number): Promise<void> {
  const { caller, ledger, chatId, name } = sender
  const socket = new WebSocket(`ws://127.0.0.1:${port}${caller.root}/rtm/ws${caller.query}`)
  // The kill resets the connection; 'close' follows.
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  const underWay = new Map<string, Message>()
  const sendNext = () => {
    const message = ledger.send(chatId, name, false)
    underWay.set(message.text, message)
    socket.send(
      JSON.stringify({ request_id: message.text, action: 'send_event', payload: sendEventPayload(message) }),
    )
  }
  socket.on('message', (data) => {
    const frame = parseObject(data.toString())
    if (frame.type === 'push') notePush(ledger, frame)
    else if (frame.action === 'login') for (let count = 0; count < windowSize; count += 1) sendNext()
    else {
      noteAnswer(ledger, underWay, frame)
      sendNext()
    }
  })
  socket.on('open', () => socket.send(JSON.stringify({ action: 'login', payload: { token: caller.token } })))
  await closed
}

function noteAnswer(
  ledger: Ledger,
  underWay: Map<string, Message>,
  frame: Readonly<Record<string, unknown>>,
): void {
  const message = underWay.get(String(frame.request_id))
  assert.ok(message !== undefined && frame.success === true && isObject(frame.payload), JSON.stringify(frame))
  underWay.delete(message.text)
  ledger.answered(message, storedEventOf(frame.payload))
}

/** What is pushed is stored already (architecture §2). */
function notePush(ledger: Ledger, { action, payload }: Readonly<Record<string, unknown>>): void {
  if (action !== 'incoming_event' || !isObject(payload) || !isObject(payload.event)) return
  ledger.pushedIds.add(String(payload.event.id))
}
