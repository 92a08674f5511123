import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import { after, test } from 'node:test'
import { createListener } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import { type Clock, systemClock } from '@parley/core/ports'
import { memoryStorage } from '@parley/storage-memory'
import { listen } from '../../packages/adapter-node/test/sockets.js'
import { unhurriedRates } from '../support/rates.js'

/** The hot path of every product that stands on Parley: a message that a customer sends over HTTP. */
const maxPromises = 36
const maxClockReadings = 16
const warmUpCount = 50
const sendCount = 100

let readingCount = 0
function counted(read: () => number): number {
  readingCount += 1
  return read()
}
const clock: Clock = {
  now: () => counted(() => systemClock.now()),
  monotonic: () => counted(() => systemClock.monotonic()),
  every: (ms, work) => systemClock.every(ms, work),
}

test('a send over HTTP creates few promises and rarely reads the clock', async () => {
  const parley = await createParley({ storage: memoryStorage(), clock, rates: unhurriedRates })
  after(() => parley.close())
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
  const { clientId } = await parley.admin.apps.create({
    ...{ licenseId, name: 'Widget', type: 'browser', visibility: 'private' },
    ...{ redirectUris: ['https://shop.example/'], scopes: ['chats--all:read'] },
  })
  const { accessToken } = await parley.admin.tokens.createForCustomer({ licenseId, clientId })
  const server = createServer(createListener(parley))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const port = await listen(server)
  const address = { port, licenseId, accessToken }
  await post(address, 'update_customer', { name: 'Zoe', email: 'zoe@example.com' })
  const started = await post(address, 'start_chat', {})
  const chatId = /"chat":\{"id":"([^"]+)"/.exec(started)?.[1] ?? assert.fail(started)
  const message = {
    chat_id: chatId,
    event: { type: 'message', text: 'How much is the blue one?' },
  }
  await sendInTurn(address, message, warmUpCount)

  let promiseCount = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'PROMISE') promiseCount += 1
    },
  })
  readingCount = 0
  hook.enable()
  await sendInTurn(address, message, sendCount)
  hook.disable()
  const counts = { promises: promiseCount / sendCount, clockReadings: readingCount / sendCount }
  assert.ok(counts.promises <= maxPromises, `${counts.promises} promises a send`)
  assert.ok(counts.clockReadings <= maxClockReadings, `${counts.clockReadings} clock readings a send`)
})

interface Address {
  readonly port: number
  readonly licenseId: number
  readonly accessToken: string
}

/** Sends without a promise for each request, because the client's promises would be counted. */
function sendInTurn(address: Address, message: object, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count
    const next = () => {
      if (left === 0) {
        resolve()
        return
      }
      left -= 1
      call(address, 'send_event', message, (status, body) => {
        if (status === 200) next()
        else reject(new Error(body))
      })
    }
    next()
  })
}

function post(address: Address, action: string, payload: object): Promise<string> {
  return new Promise((resolve, reject) => {
    call(address, action, payload, (status, body) => {
      if (status === 200) resolve(body)
      else reject(new Error(body))
    })
  })
}

function call(
  { port, licenseId, accessToken }: Address,
  action: string,
  payload: object,
  answered: (status: number | undefined, body: string) => void,
): void {
  const headers: OutgoingHttpHeaders = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
  }
  const path = `/customer/v0.5/action/${action}?license_id=${licenseId}`
  request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (chunk) => {
      body += String(chunk)
    })
    response.on('end', () => answered(response.statusCode, body))
  }).end(JSON.stringify({ payload }))
}
