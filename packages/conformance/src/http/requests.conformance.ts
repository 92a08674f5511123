import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpRequest } from '@parley/core/adapter'
import { getStream, readAll, text } from './scripted-edge.js'
import { chunkBytes } from './scripted-source.js'
import type { HttpCases } from './suite.js'

const mebibyte = 1_048_576
/** 100 MiB: more than the buffers of the operating system accept while the receiver does not read. */
const longBytes = 1_600 * chunkBytes
const maxAheadBytes = 32 * mebibyte

const post = { method: 'POST', path: '/' }

export function requestCases(cases: HttpCases): void {
  cases.add('a request arrives as it was sent', async ({ edge, client }) => {
    const requests: HttpRequest[] = []
    edge.respond = async (request) => {
      requests.push(request)
      return text('')
    }
    await client.send({ method: 'DELETE', path: '/a%20b/%C3%A9?c=d%26&e', headers: { 'X-Ask': 'é' } })
    const { method, path, query, headers, remoteAddress } = requests[0] ?? assert.fail('nobody asked')
    assert.deepEqual([method, path, query], ['DELETE', '/a%20b/%C3%A9', 'c=d%26&e'])
    assert.equal(headers['x-ask'], 'é')
    assert.match(remoteAddress ?? '', /127\.0\.0\.1$/)
  })

  cases.add(
    'a body arrives complete and in order, with or without Content-Length',
    async ({ edge, client }) => {
      edge.respond = async (request) => text((await readAll(request)).toString('latin1'))
      const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
      for (const headers of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }]) {
        const response = await client.send({ ...post, headers, body })
        assert.deepEqual(Buffer.from(response.body.toString(), 'latin1'), body)
      }
    },
  )

  cases.add('a missing body ends immediately', async ({ edge, client }) => {
    edge.respond = async (request) => text(`<${await readAll(request)}>`)
    for (const method of ['GET', 'POST']) {
      const { body } = await client.send({
        method,
        headers: method === 'POST' ? { 'content-length': '0' } : {},
      })
      assert.equal(String(body), '<>')
    }
  })

  cases.add(
    'nothing is read while the engine accepts nothing, and later no more than it accepts',
    async ({ edge, client }) => {
      const sent = client.begin({ ...post, headers: { 'content-length': String(longBytes) } })
      const onTheWay = { sentBytes: 0, readBytes: 0, mostBytes: 0 }
      let resume = () => {}
      const room = new Promise<void>((resolve) => {
        resume = resolve
      })
      const begun = new Promise<void>((begin) => {
        edge.respond = (request) =>
          new Promise((resolve, reject) => {
            getStream(request).read({
              data({ length }) {
                const isFirst = onTheWay.readBytes === 0
                onTheWay.readBytes += length
                onTheWay.mostBytes = Math.max(onTheWay.mostBytes, onTheWay.sentBytes - onTheWay.readBytes)
                begin()
                return isFirst ? room : nextTurn()
              },
              end: () => resolve(text('')),
              fail: reject,
            })
          })
      })
      const response = client.read(sent)
      const sending = send(sent, onTheWay)
      await begun
      const { readBytes } = onTheWay
      assert.ok(
        (await client.waitUntilSettled(() => onTheWay.sentBytes)) < maxAheadBytes,
        'the body was read ahead',
      )
      assert.equal(onTheWay.readBytes, readBytes)
      resume()
      await sending
      assert.equal((await response).status, 200)
      assert.equal(onTheWay.readBytes, longBytes)
      assert.ok(onTheWay.mostBytes < maxAheadBytes, 'the body was read ahead')
    },
  )

  cases.add(
    'an engine that stops reading receives nothing more, and its response arrives',
    async ({ edge, client }) => {
      const calls: string[] = []
      edge.respond = (request) =>
        new Promise((resolve) => {
          const body = getStream(request)
          body.read({
            data() {
              calls.push('data')
              body.discard()
              resolve(text('enough', 413))
              return undefined
            },
            end: () => calls.push('end'),
            fail: () => calls.push('fail'),
          })
        })
      const sent = client.begin({ ...post, headers: { 'content-length': String(longBytes) } })
      sent.write(Buffer.alloc(mebibyte))
      const { status, body } = await client.read(sent)
      assert.deepEqual([status, String(body)], [413, 'enough'])
      sent.destroy()
      await client.waitUntilSettled(() => calls.length)
      assert.deepEqual(calls, ['data'])
    },
  )

  cases.add('a client that disconnects while sending fails the body once', async ({ edge, client }) => {
    const calls: string[] = []
    const sent = client.begin({ ...post, headers: { 'content-length': '10' } })
    const failed = new Promise<void>((resolve) => {
      edge.respond = async (request) => {
        getStream(request).read({
          data: () => void sent.destroy(),
          end: () => calls.push('end'),
          fail() {
            calls.push('fail')
            resolve()
          },
        })
        return new Promise(() => undefined)
      }
    })
    sent.write('half')
    await failed
    await client.waitUntilSettled(() => calls.length)
    assert.deepEqual(calls, ['fail'])
  })

  cases.add('an unread body ends at most its connection', async ({ edge, client }) => {
    edge.respond = async (request) => {
      getStream(request).discard()
      return text('no')
    }
    for (let count = 0; count < 3; count += 1) {
      const { body, isComplete } = await client.send({ ...post, body: 'x'.repeat(100_000) })
      assert.deepEqual([String(body), isComplete], ['no', true])
    }
  })
}

/** Sends a long body as fast as the connection accepts it. */
async function send(request: ClientRequest, onTheWay: { sentBytes: number }): Promise<void> {
  while (onTheWay.sentBytes < longBytes) {
    if (!request.write(new Uint8Array(chunkBytes))) await once(request, 'drain')
    onTheWay.sentBytes += chunkBytes
  }
  request.end()
}
