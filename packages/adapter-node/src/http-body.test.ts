import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { BodyTakenError, type HttpBody } from '@parley/core/adapter'
import { createResponse, readBody, ScriptedEdge } from '../test/scripted-edge.js'
import { listen } from '../test/sockets.js'
import { createListener } from './listener.js'

type Middleware = (request: IncomingMessage) => Promise<void>

let edge = new ScriptedEdge()
let middleware: Middleware = async () => {}
const server = createServer(async (request, response) => {
  await middleware(request)
  createListener(edge)(request, response)
})
let origin = ''

before(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
beforeEach(() => {
  edge = new ScriptedEdge()
  middleware = async () => {}
})
after(() => {
  server.close()
  server.closeAllConnections()
})

/** Reads the whole body and leaves `body` in its place. */
const leave =
  (body: unknown): Middleware =>
  async (request) => {
    await once(request.resume(), 'end')
    Object.assign(request, { body })
  }

/** Returns the body that the engine receives for a request with this body. */
async function bodyOf(body: string | undefined, headers: Record<string, string> = {}): Promise<HttpBody> {
  const bodies: HttpBody[] = []
  edge.respond = async (request) => {
    bodies.push(request.body)
    return createResponse(200, '')
  }
  await fetch(`${origin}/parley/`, { method: 'POST', headers, ...(body !== undefined && { body }) })
  return bodies[0] ?? assert.fail('the engine was not asked')
}

/** Returns the text that the engine reads, or the error. */
async function textOf(body: string | undefined, headers: Record<string, string> = {}): Promise<unknown> {
  const results: unknown[] = []
  edge.respond = async (request) => {
    results.push(await readBody(request).catch((cause: unknown) => cause))
    return createResponse(200, '')
  }
  await fetch(`${origin}/parley/`, { method: 'POST', headers, ...(body !== undefined && { body }) })
  return results[0]
}

for (const value of [{ a: 1 }, [], null, 7, false]) {
  test(`${JSON.stringify(value)} that a parser has left is used as the body`, async () => {
    middleware = leave(value)
    assert.deepEqual(await bodyOf('anything'), { kind: 'parsed', value })
  })
}

test('bytes and text that a parser has left are used as an unparsed body', async () => {
  for (const left of ['ä', Buffer.from('ä'), new Uint8Array(Buffer.from('ä'))]) {
    middleware = leave(left)
    assert.equal(await textOf('anything'), 'ä')
  }
  middleware = leave('')
  assert.equal(await textOf('anything'), '')
})

test('a body that a parser has set but not read is read', async () => {
  for (const body of [{}, undefined, 'other']) {
    middleware = async (request) => void Object.assign(request, { body })
    assert.equal(await textOf('as it came'), 'as it came')
    assert.equal(await textOf(undefined), '')
  }
})

test('a request without a body has none, even if a middleware has read it', async () => {
  middleware = async (request) => void (await once(request.resume(), 'end'))
  assert.equal(await textOf(undefined), '')
})

test('a body that was read and not kept fails with an error that names the parser', async () => {
  middleware = async (request) => void (await once(request.resume(), 'end'))
  const advice = {
    'application/json; charset=utf-8':
      /the body parser for application\/json \(such as express\.json\(\)\) after Parley/,
    'Application/X-WWW-form-urlencoded': /\(such as express\.urlencoded\(\)\)/,
    'multipart/form-data; boundary=x': /\(such as multer\)/,
    'text/"><script>': /Mount the body parser after Parley, or make it keep the body in request\.body$/,
  }
  for (const [type, message] of Object.entries(advice)) {
    const cause = await textOf('gone', { 'content-type': type })
    assert.ok(cause instanceof BodyTakenError)
    assert.equal(cause.type, 'internal')
    assert.match(cause.message, message)
  }
})

test('a partly read body fails', async () => {
  middleware = async (request) => {
    await once(request, 'data')
    request.pause()
  }
  assert.ok((await textOf('x'.repeat(1_000_000))) instanceof BodyTakenError)
})

test('a body that another reader starts on fails', async () => {
  let behind: IncomingMessage | undefined
  middleware = async (request) => {
    behind = request
  }
  const results: unknown[] = []
  edge.respond = async (request) => {
    await once(behind?.resume() ?? assert.fail(), 'end')
    results.push(await readBody(request).catch((cause: unknown) => cause))
    return createResponse(200, '')
  }
  await fetch(`${origin}/parley/`, { method: 'POST', body: 'gone' })
  assert.ok(results[0] instanceof BodyTakenError)
})

test('behind a mount, the path is the one that the browser sees', async () => {
  middleware = async (request) => {
    Object.assign(request, { originalUrl: request.url })
    request.url = '/x'
  }
  edge.respond = async ({ path, query }) => createResponse(200, `${path} ${query}`)
  assert.equal(await (await fetch(`${origin}/parley/x?y=z`)).text(), '/parley/x y=z')
})

test('as middleware, it recognizes requests by the path that the browser sees', async () => {
  const listener = createListener(new ScriptedEdge())
  const host = createServer((request, response) => {
    Object.assign(request, { originalUrl: request.url })
    request.url = '/parley/'
    listener(request, response, () => response.end('host'))
  })
  const port = await listen(host)
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/else`)).text(), 'host')
  host.close()
  host.closeAllConnections()
})
