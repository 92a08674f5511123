import { encodeTextFrame } from '@parley/adapter-node/sockets'
import type { WireFormat } from '@parley/core/adapter'
import type { ValidationData } from '@parley/core/contract'

/** A packet that a client sends (Socket.IO protocol, revisions 4 and 5), reduced to what matters here. */
export type Packet =
  /** Connects to the namespace `/`, or to another, which does not exist. */
  | { readonly kind: 'connect'; readonly namespace: string }
  | { readonly kind: 'disconnect' }
  /** A `message` event. `text` is its argument as received, in JSON. */
  | { readonly kind: 'message'; readonly text: string }
  /** Another event, or a `message` without an argument. */
  | { readonly kind: 'other_event' }
  /** An event whose sender waits for an acknowledgement with this id. */
  | { readonly kind: 'asks_acknowledgement'; readonly id: string }
  | { readonly kind: 'acknowledgement' }
  /** Announces binary attachments. */
  | { readonly kind: 'binary' }
  | { readonly kind: 'invalid' }

/** Maximum length of a namespace. Longer names are invalid, because the response repeats the name. */
const maxNamespaceLength = 128

/** Format of Socket.IO over websockets. */
export const socketIoFormat: WireFormat = { encode: (text) => encodeTextFrame(`4${messageEvent(text)}`) }

/** Returns a `message` event with the JSON `text` as its argument. */
export function messageEvent(text: string): string {
  return `2["message",${text}]`
}

/** Packet that disconnects the client. */
export const disconnectPacket = '1'

/**
 * Returns the packet that confirms the connection. `sid` is given since revision 5 and `undefined` for clients of
 * revision 4.
 */
export function connectPacket(sid: string | undefined): string {
  return sid === undefined ? '0' : `0${JSON.stringify({ sid })}`
}

/**
 * Returns the refusal of an event whose sender waits for an acknowledgement. It looks like a response and says what to
 * do instead.
 */
export function acknowledgementRefusal(id: string): string {
  const message =
    'acknowledgements are not supported: emit the message without a callback, and take the message event with its request_id as the answer'
  const data = { path: 'request', rule: 'unsupported' } satisfies ValidationData
  const error = { type: 'validation', message, data }
  const refusal = { type: 'response', success: false, payload: { error } }
  return `3${id}[${JSON.stringify(refusal)}]`
}

/** Returns the refusal of a namespace that does not exist. */
export function refusalPacket(namespace: string, isRevision5: boolean): string {
  const message = 'Invalid namespace'
  return `4${namespace},${JSON.stringify(isRevision5 ? { message } : message)}`
}

/**
 * Reads a packet without parsing its payload, which the engine parses within its limits. A packet that the reference
 * implementation cannot decode is `invalid` and ends the connection, as it does there. An invalid argument of a
 * `message` event is rejected by the engine.
 */
export function readPacket(packet: string): Packet {
  switch (packet[0]) {
    case '0':
      return connectOf(packet)
    case '1':
      return { kind: isOfRoot(packet) && payloadOf(packet) === '' ? 'disconnect' : 'invalid' }
    case '2':
      return isOfRoot(packet) ? eventOf(packet) : invalid
    case '3':
      return { kind: isOfRoot(packet) && isListOrNothing(payloadOf(packet)) ? 'acknowledgement' : 'invalid' }
    case '5':
    case '6':
      return { kind: 'binary' }
    default:
      return invalid
  }
}

const invalid: Packet = { kind: 'invalid' }

function connectOf(packet: string): Packet {
  if (isOfRoot(packet)) {
    const payload = payloadOf(packet)
    const isSound = payload === '' || (payload.startsWith('{') && payload.endsWith('}'))
    return isSound ? { kind: 'connect', namespace: '/' } : invalid
  }
  const [name = ''] = /^[^,?]*/.exec(packet.slice(1, maxNamespaceLength + 2)) ?? []
  return name.length > maxNamespaceLength ? invalid : { kind: 'connect', namespace: name }
}

/**
 * Returns whether the packet is for the namespace `/`. Packets normally name only other namespaces, but some clients
 * name it too.
 */
function isOfRoot(packet: string): boolean {
  return packet[1] !== '/' || packet.length === 2 || packet[2] === ',' || packet[2] === '?'
}

/** Returns what follows the type, the namespace `/` and the acknowledgement id. */
function payloadOf(packet: string): string {
  const [head = ''] = /^\d(?:\/(?:\?[^,]*)?(?:,|$))?\d*/.exec(packet) ?? []
  return packet.slice(head.length).trim()
}

function eventOf(packet: string): Packet {
  const event = validEventOf(packet)
  const [, id] = /^2(?:\/,)?(\d{1,16})\[/.exec(packet) ?? []
  return event.kind === 'invalid' || id === undefined ? event : { kind: 'asks_acknowledgement', id }
}

/** Reads an event, whether or not its sender waits for an acknowledgement. */
function validEventOf(packet: string): Packet {
  const [head] = /^2(?:\/,)?\d{0,16}\[\s{0,8}"message"\s{0,8},/.exec(packet) ?? []
  if (head === undefined) return { kind: isOtherEvent(payloadOf(packet)) ? 'other_event' : 'invalid' }
  const end = packet.lastIndexOf(']')
  if (end < head.length || packet.slice(end + 1).trim() !== '') return invalid
  return { kind: 'message', text: packet.slice(head.length, end) }
}

/** Event names that the reference implementation reserves. */
const reservedEvents = new Set([
  ...['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'],
])

/** Returns whether the payload is a list that begins with an event name or a number, or is empty. */
function isOtherEvent(payload: string): boolean {
  if (!isListOrNothing(payload)) return false
  const [, name] = /^\[\s{0,8}"(\w{0,32})"/.exec(payload) ?? []
  if (name !== undefined) return !reservedEvents.has(name)
  return payload === '' || /^\[\s{0,8}["\d-]/.test(payload)
}

function isListOrNothing(payload: string): boolean {
  return payload === '' || (payload.startsWith('[') && payload.endsWith(']'))
}
