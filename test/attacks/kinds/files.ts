import { png } from '../../support/images.js'
import { textAt } from '../../support/json.js'
import { byProfile } from '../../support/profile.js'
import { httpFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Attack, type Kinds, times } from '../attack.js'
import { fileRequest, request } from '../bytes.js'
import { plain } from '../lines.js'
import { asAgent, asCustomer } from '../people.js'
import { always, deafFlood, drip, flood, hold, sippingFlood, storm } from '../strategies.js'

/** Size in bytes of a file that is larger than the buffers of a connection. */
const largeBytes = byProfile({ quick: 1, full: 4, nightly: 4 }) * 1_048_576

const fileOf = (length: number) => (arena: Arena) => {
  const { chatId } = arena.people.customer
  const fields = { 'payload.chat_id': chatId, 'payload.custom_id': 'x' }
  return fileRequest(asCustomer(arena.people), 'send_file', fields, [
    'payload.file',
    Buffer.alloc(length, 'x'),
  ])
}

const agentFileOf = (length: number) => (arena: Arena) => {
  const fields = { 'payload.chat_id': arena.people.customer.chatId, 'payload.recipients': 'agents' }
  return fileRequest(asAgent(arena.people), 'send_file', fields, ['payload.file', Buffer.alloc(length, 'x')])
}

const imageOf = (length: number) => (arena: Arena) => {
  const image = Buffer.concat([png(10, 10), Buffer.alloc(length)])
  return fileRequest(asAgent(arena.people), 'upload_image', {}, ['payload.image', image])
}

const half = (bytesOf: (arena: Arena) => Buffer) => (arena: Arena) => {
  const bytes = bytesOf(arena)
  return bytes.subarray(0, bytes.length / 2)
}

/** An attack that starts an upload on each connection and sends bytes without an end. */
const endless: Attack = times(
  16,
  flood(plain, (arena) => {
    const head = fileRequest(asCustomer(arena.people), 'send_file', {}, ['payload.file', Buffer.alloc(0)], {
      isEndless: true,
    })
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
    let isFirst = true
    return () => {
      const bytes = isFirst ? head : chunk
      isFirst = false
      return bytes
    }
  }),
)

/** Returns an attack that uploads an image of some megabytes and requests it again and again. */
function onImage(attackOn: (target: string) => Attack): Attack {
  return async (arena) => {
    const peer = arena.peer()
    const answer = await peer.exchange(imageOf(largeBytes)(arena))
    peer.close()
    if (answer?.status !== 200) throw new Error(`the image was refused: ${answer?.status}`)
    await attackOn(textAt(JSON.parse(answer.body), 'url'))(arena)
  }
}

const requestFile = (target: string) => always(() => request('GET', target))

/** Attacks that upload and download files. */
export const files: Kinds = {
  'customer send_file': { attack: httpFlood(always(fileOf(1_000))) },
  'agent send_file': { attack: httpFlood(always(agentFileOf(1_000))) },
  'agent upload_image': { attack: httpFlood(always(imageOf(1_000))) },
  'customer sends large files': { attack: httpFlood(always(fileOf(largeBytes))) },
  'uploads without an end': { attack: endless },
  'uploads that drip': { attack: times(64, drip(plain, always(fileOf(1_000)), 20)) },
  'uploads that stop': { attack: times(64, hold(plain, half(fileOf(100_000)))) },
  'uploads that are cut off': { attack: times(8, storm(half(fileOf(100_000)), true)) },
  'files that all want': { attack: onImage((target) => httpFlood(requestFile(target))) },
  'nobody reads files': { attack: onImage((target) => times(64, deafFlood(plain, requestFile(target)))) },
  'all sip files': { attack: onImage((target) => times(64, sippingFlood(plain, requestFile(target)))) },
}
