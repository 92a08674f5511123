import { encodeTextFrame } from '@parley/adapter-node/sockets'
import type { WireFormat } from '@parley/core/ports'

/** What a client sends (Socket.IO protocol, revisions 4 and 5), as far as it concerns us. */
export type Packet =
  /** To the namespace `/`, or to another, which does not exist. */
  | { readonly kind: 'connect'; readonly namespace: string }
  | { readonly kind: 'disconnect' }
  /** The argument of a `message` event, in JSON as it came. */
  | { readonly kind: 'message'; readonly text: string }
  /** Another event, or a `message` without an argument. */
  | { readonly kind: 'other_event' }
  /** An event whose sender waits for an acknowledgement, under that number. */
  | { readonly kind: 'asks_acknowledgement'; readonly id: string }
  | { readonly kind: 'acknowledgement' }
  /** Announces binary attachments. */
  | { readonly kind: 'binary' }
  | { readonly kind: 'invalid' }

/** Beyond it a name is no namespace of anybody's: it is repeated in the answer. */
const maxNamespaceLength = 128

/** Of all websockets. */
export const socketIoFormat: WireFormat = { encode: (text) => encodeTextFrame(`4${messageEvent(text)}`) }

/** A `message` event whose argument is `text`, which is JSON. */
export function messageEvent(text: string): string {
  return `2["message",${text}]`
}

export const disconnectPacket = '1'

/** `sid` since revision 5; without it the client is one of revision 4. */
export function connectPacket(sid: string | undefined): string {
  return sid === undefined ? '0' : `0${JSON.stringify({ sid })}`
}

/** Answers an event whose sender waits for an acknowledgement: as a response that says what to do instead. */
export function acknowledgementRefusal(id: string): string {
  const message =
    'acknowledgements are not supported: emit the message without a callback, and take the message event with its request_id as the answer'
  const refusal = { type: 'response', success: false, payload: { error: { type: 'validation', message } } }
  return `3${id}[${JSON.stringify(refusal)}]`
}

/** There is no such namespace. */
export function refusalPacket(namespace: string, isRevision5: boolean): string {
  const message = 'Invalid namespace'
  return `4${namespace},${JSON.stringify(isRevision5 ? { message } : message)}`
}

/**
 * Reads a packet without parsing what it carries: the engine does that within its bounds. What the protocol's reference
 * cannot decode is `invalid`, and ends the connection as it does there; the argument of a `message` event is for the engine
 * to refuse.
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

/** Only another namespace than `/` is named, but for clients that name it all the same. */
function isOfRoot(packet: string): boolean {
  return packet[1] !== '/' || packet.length === 2 || packet[2] === ',' || packet[2] === '?'
}

/** What follows the type, the namespace `/`, and the number of an acknowledgement. */
function payloadOf(packet: string): string {
  const [head = ''] = /^\d(?:\/(?:\?[^,]*)?(?:,|$))?\d*/.exec(packet) ?? []
  return packet.slice(head.length).trim()
}

function eventOf(packet: string): Packet {
  const event = soundEventOf(packet)
  const [, id] = /^2(?:\/,)?(\d{1,16})\[/.exec(packet) ?? []
  return event.kind === 'invalid' || id === undefined ? event : { kind: 'asks_acknowledgement', id }
}

/** Whether its sender waits for an acknowledgement or not. */
function soundEventOf(packet: string): Packet {
  const [head] = /^2(?:\/,)?\d{0,16}\[\s{0,8}"message"\s{0,8},/.exec(packet) ?? []
  if (head === undefined) return { kind: isOtherEvent(payloadOf(packet)) ? 'other_event' : 'invalid' }
  const end = packet.lastIndexOf(']')
  if (end < head.length || packet.slice(end + 1).trim() !== '') return invalid
  return { kind: 'message', text: packet.slice(head.length, end) }
}

/** Names that the reference keeps to itself. */
const reservedEvents = new Set([
  ...['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'],
])

/** A list that begins with the name of the event, which may also be a number, or nothing at all. */
function isOtherEvent(payload: string): boolean {
  if (!isListOrNothing(payload)) return false
  const [, name] = /^\[\s{0,8}"(\w{0,32})"/.exec(payload) ?? []
  if (name !== undefined) return !reservedEvents.has(name)
  return payload === '' || /^\[\s{0,8}["\d-]/.test(payload)
}

function isListOrNothing(payload: string): boolean {
  return payload === '' || (payload.startsWith('[') && payload.endsWith(']'))
}
