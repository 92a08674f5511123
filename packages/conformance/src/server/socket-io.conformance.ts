import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, at } from './json.js'
import { Person } from './people.js'
import { socketIoAddress } from './socket-io-transport.js'
import type { ServerCases } from './suite.js'
import { exchange } from './web.js'

const maxMessageBytes = 262_144

/** Cases that apply only to Socket.IO (decisions §10.8). The general RTM cases run over it as over websockets. */
export function socketIoCases(cases: ServerCases): void {
  refusalCases(cases)
  packetCases(cases)
}

function refusalCases(cases: ServerCases): void {
  cases.addIf(
    'socketIo',
    'a session without license_id is refused with an HTTP response',
    async (context) => {
      const customer = await context.customer()
      const address = socketIoAddress(customer.getRtmAddress())
      const { status, body } = await exchange(`${address}/?EIO=4&transport=polling`)
      assert.equal(status, 400)
      assertLike(body, { error: expectedError('validation') })
    },
  )

  cases.addIf('socketIo', 'an unknown session is refused, and no new one is created', async (context) => {
    const { path, query, ...server } = (await context.customer()).getRtmAddress()
    const address = socketIoAddress({ ...server, path, query })
    const { status, body } = await exchange(`${address}/?${query}&EIO=4&transport=polling&sid=unknown`)
    assert.equal(status, 400)
    assert.deepEqual(body, { code: 1, message: 'Session ID unknown' })
  })

  cases.addOverSocketIo('a refused client does not connect', async (context, transport) => {
    const { id, token } = await context.customer()
    const lost = new Person(context.server, { api: 'customer', id, token, licenseId: Number.NaN })
    await assert.rejects(lost.open(transport), /did not connect/)
  })
}

function packetCases(cases: ServerCases): void {
  cases.addOverSocketIo(
    'an event other than message, or one without an envelope, is refused, and the connection stays open',
    async (context, transport) => {
      const connection = await context.connect(await context.customer(), transport)
      for (const [event, ...values] of [
        ['other', { action: 'ping' }],
        ['message'],
        ['message', 'text'],
        ['message', { action: 'ping' }, { action: 'ping' }],
      ] as const) {
        connection.link.emit(event, ...values)
        const response = await connection.nextResponse()
        assert.equal(response.success, false, `${event} with ${values.length} values was not refused`)
        assertLike(at(response, 'payload.error'), expectedError('validation'))
      }
      await connection.succeed('ping')
    },
  )

  cases.addOverSocketIo('bytes end the connection', async (context, transport) => {
    const connection = await context.connect(await context.customer(), transport)
    connection.link.emit('message', Buffer.from('{"action":"ping"}'))
    assert.deepEqual((await connection.waitForEnd()).rest, [])
  })

  cases.addOverSocketIo('an envelope over 256 KiB ends the connection', async (context, transport) => {
    const connection = await context.connect(await context.customer(), transport)
    connection.link.send(envelopeOf('large', maxMessageBytes))
    await connection.response('large')
    connection.link.send(envelopeOf('larger', maxMessageBytes + 1))
    await connection.waitForEnd()
  })
}

/** Returns a ping whose JSON is exactly `bytes` long. */
function envelopeOf(request_id: string, bytes: number): object {
  const padded = (padding: string) => ({ request_id, action: 'ping', payload: { padding } })
  return padded('x'.repeat(bytes - JSON.stringify(padded('')).length))
}
