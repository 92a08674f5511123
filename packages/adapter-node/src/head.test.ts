import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { after, before, describe, test } from 'node:test'
import type { HttpResponse } from '@parley/core/adapter'
import { createResponse, getStream, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, listen } from '../test/sockets.js'
import { createListener } from './listener.js'

type Wrap = (response: ServerResponse) => void

let wrap: Wrap = () => {}
let sent: OutgoingHttpHeaders = {}
const edge = new ScriptedEdge()
const listener = createListener(edge)
const server = createServer((request: IncomingMessage, response) => {
  wrap(response)
  response.once('finish', () => {
    sent = response.getHeaders()
  })
  listener(request, response)
})
let port = 0

before(async () => {
  port = await listen(server)
})
after(() => {
  server.close()
  server.closeAllConnections()
})

/** Returns the lines of the head as they arrive, without date and connection. */
async function headOf(response: HttpResponse, around: Wrap): Promise<string[]> {
  wrap = around
  edge.respond = async () => response
  const text = await exchange(port, 'GET /parley/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [head = ''] = text.split('\r\n\r\n')
  return head.split('\r\n').filter((line) => !/^(date|connection):/i.test(line))
}

/** Wraps a response like `on-headers` before 1.1: an array holds pairs, anything else is an object. */
const byPairs: Wrap = (response) => {
  const { writeHead } = response
  response.writeHead = (status: number, headers: unknown) => {
    if (Array.isArray(headers)) for (const pair of headers) response.setHeader(pair[0], pair[1])
    else if (typeof headers === 'object' && headers !== null) setAll(response, headers)
    return writeHead.call(response, status)
  }
}

/** Imitates a middleware that wraps `writeHead` and sets the headers of an object that may be missing. */
const byObject: Wrap = (response) => {
  const { writeHead } = response
  response.writeHead = (status: number, headers: unknown) => {
    setAll(response, Object(headers))
    return writeHead.call(response, status)
  }
}

const byStatusAlone: Wrap = (response) => {
  const { writeHead } = response
  response.writeHead = (status: number) => writeHead.call(response, status)
}

/** Wraps a response like `express-session`, which adds its cookie at the last moment. */
const addingCookie: Wrap = (response) => {
  const { writeHead } = response
  response.writeHead = (status: number) => {
    const present = response.getHeader('set-cookie') ?? []
    response.setHeader('set-cookie', [...(Array.isArray(present) ? present : [String(present)]), 'host=1'])
    return writeHead.call(response, status)
  }
}

function setAll(response: ServerResponse, headers: object): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' }
const responses: Readonly<Record<string, HttpResponse>> = {
  'an answer': { ...createResponse(200, 'é'), headers: { 'Content-Type': 'text/plain', ...cors } },
  'an empty object': createResponse(200, '{}'),
  'a redirect with a cookie': { status: 302, headers: { Location: '/x', 'Set-Cookie': 'a=b' }, body: '' },
  'a preflight': { status: 204, headers: cors, body: '' },
  'a refusal': { status: 429, headers: { 'Retry-After': '1' }, body: '{"error":{}}' },
}

for (const [name, response] of Object.entries(responses)) {
  describe(`the head of ${name}`, () => {
    for (const [wrapper, around] of Object.entries({ byPairs, byObject, byStatusAlone })) {
      test(`arrives the same through a wrapper of writeHead, ${wrapper}`, async () => {
        assert.deepEqual(await headOf(response, around), await headOf(response, () => {}))
      })
    }

    test('can be read by the host afterwards', async () => {
      await headOf(response, () => {})
      for (const [header, value] of Object.entries(response.headers)) {
        assert.equal(sent[header.toLowerCase()], value)
      }
    })
  })
}

test('a response with a streamed body has its status and headers', async () => {
  const body = { chunks: (async function* () {})(), length: 0 }
  const head = await headOf({ status: 200, headers: { 'Content-Type': 'image/png' }, body }, byPairs)
  assert.deepEqual(head, ['HTTP/1.1 200 OK', 'Content-Type: image/png', 'content-length: 0'])
})

const redirect: HttpResponse = { status: 302, headers: { 'Set-Cookie': 'parley=1' }, body: '' }

test('cookies of the host stay, whenever it sets them', async () => {
  const early: Wrap = (response) => void response.setHeader('Set-Cookie', ['host=1', 'other=2'])
  const cookies = async (around: Wrap) =>
    (await headOf(redirect, around)).filter((line) => /^set-cookie/i.test(line))
  assert.deepEqual((await cookies(early)).toSorted(), [
    'Set-Cookie: host=1',
    'Set-Cookie: other=2',
    'Set-Cookie: parley=1',
  ])
  assert.equal((await cookies(addingCookie)).length, 2)
})

describe('the CORS headers of the host', () => {
  const named = { 'Access-Control-Allow-Origin': 'https://shop.example', Vary: 'Origin' }
  const hostCors: Wrap = (response) => {
    setAll(response, {
      ...named,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'X-Own, retry-after',
      'Access-Control-Max-Age': '5',
    })
  }

  test('keep their origin and credentials', async () => {
    await headOf({ status: 200, headers: cors, body: '{}' }, hostCors)
    assert.equal(sent['access-control-allow-origin'], 'https://shop.example')
    assert.equal(sent['access-control-allow-credentials'], 'true')
    assert.equal(sent['access-control-expose-headers'], 'X-Own, retry-after')
    assert.equal(sent.vary, 'Origin')
  })

  test('merge their lists with those of the engine', async () => {
    const varied = { Vary: 'Origin, Accept', 'Access-Control-Expose-Headers': 'X-Request-Id' }
    await headOf({ status: 200, headers: { ...cors, ...varied }, body: '{}' }, hostCors)
    assert.equal(sent.vary, 'Origin, Accept')
    assert.equal(sent['access-control-expose-headers'], 'X-Own, retry-after, X-Request-Id')
  })

  test('keep the max age of a preflight', async () => {
    await headOf({ status: 204, headers: { 'Access-Control-Max-Age': '86400' }, body: '' }, hostCors)
    assert.equal(sent['access-control-max-age'], '5')
  })

  test('without an origin leave it to the engine', async () => {
    await headOf(
      { status: 200, headers: cors, body: '' },
      (response) => void response.setHeader('Vary', 'Origin'),
    )
    assert.equal(sent['access-control-allow-origin'], '*')
    assert.equal(sent.vary, 'Origin')
  })

  test('apply over HTTP/2 as well', async () => {
    const http2 = createHttp2Server((request, response) => {
      response.setHeader('access-control-allow-origin', 'https://shop.example')
      response.setHeader('set-cookie', 'host=1')
      listener(request, response)
    })
    edge.respond = async (request) => {
      getStream(request)
      return { status: 200, headers: { ...cors, 'Set-Cookie': 'parley=1' }, body: '{}' }
    }
    http2.listen(0, '127.0.0.1')
    await once(http2, 'listening')
    const address = http2.address()
    assert.ok(typeof address === 'object' && address !== null)
    const client = connectHttp2(`http://127.0.0.1:${address.port}`)
    const stream = client.request({ ':path': '/parley/' })
    const [headers] = await once(stream, 'response')
    // The session does not close until the body is read.
    stream.resume()
    assert.equal(headers['access-control-allow-origin'], 'https://shop.example')
    assert.deepEqual(headers['set-cookie'], ['host=1', 'parley=1'])
    client.close()
    http2.close()
    await Promise.all([once(client, 'close'), once(http2, 'close')])
  })
})
