import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpRequest } from '@parley/core/adapter'
import {
  connected,
  declinesItself,
  get,
  h2c,
  large,
  many,
  plain,
  post,
  postChunked,
  request,
  dropsWhatFollows as skip,
} from '../test/declining-host.js'
import { Mailbox } from '../test/mailbox.js'
import { createResponse } from '../test/scripted-edge.js'

for (const isSecure of [false, true]) {
  describe(isSecure ? 'over TLS' : 'in the clear', () => {
    test('a foreign upgrade is handled as a plain request', async (context) => {
      const { edge, client } = await connected(context, { isSecure })
      const asked = new Mailbox<HttpRequest>()
      edge.respond = async (request) => {
        asked.put(request)
        return createResponse(200, 'plain')
      }
      client.send(get('x?y'))
      const { status, body, headers } = await client.nextResponse()
      assert.deepEqual([status, body, headers.get('connection')], [200, 'plain', 'keep-alive'])
      const { method, path, query, isSecure: wasSecure, remoteAddress, headers: seen } = await asked.take()
      assert.deepEqual([method, path, query, wasSecure], ['GET', '/parley/x', 'y', isSecure])
      assert.equal(remoteAddress, '127.0.0.1')
      if (declinesItself === false) assert.deepEqual(seen, { host: 'localhost' })
    })

    test('other headers than Connection arrive as they were sent', async (context) => {
      const { edge, client } = await connected(context, { isSecure })
      const seen = new Mailbox<HttpRequest>()
      edge.respond = async (request) => {
        seen.put(request)
        return createResponse(200, '')
      }
      client.send(get('x', 'Accept: a, upgrade,  b', 'X-Empty:'))
      assert.equal((await client.nextResponse()).status, 200)
      const { headers } = await seen.take()
      assert.deepEqual([headers.accept, headers['x-empty']], ['a, upgrade,  b', ''])
    })

    test('its body is read, however it is framed and split, and the connection stays open', async (context) => {
      const { client } = await connected(context, { isSecure })
      for (const [asked, response] of [
        [post('a', 'body'), '/parley/a body'],
        [postChunked('b', 'bo', 'dy'), '/parley/b body'],
        [plain('c'), '/parley/c '],
        [post('d', large), `/parley/d ${large}`],
        [postChunked('e', large.slice(1), 'x'), `/parley/e ${large}`],
        [get('f'), '/parley/f '],
      ] as const) {
        client.send(asked)
        assert.equal((await client.nextResponse()).body, response)
      }
    })

    test('it may arrive byte by byte', async (context) => {
      const { client } = await connected(context, { isSecure })
      for (const asked of [post('a', 'body'), postChunked('b', 'body'), get('c')]) {
        for (const byte of Buffer.from(asked)) {
          client.send(Uint8Array.of(byte))
          await nextTurn()
        }
        assert.equal((await client.nextResponse()).status, 200)
      }
    })

    test('a request right behind it is served too', { skip }, async (context) => {
      const { client } = await connected(context, { isSecure })
      client.send(
        get('1') + plain('2') + post('3', 'body') + plain('4') + postChunked('5', 'body') + get('6'),
      )
      assert.deepEqual(await client.bodies(6), [
        ...['/parley/1 ', '/parley/2 ', '/parley/3 body', '/parley/4 ', '/parley/5 body', '/parley/6 '],
      ])
    })

    test('responses go out in the order of the requests, whichever is ready first', {
      skip,
    }, async (context) => {
      const { edge, client } = await connected(context, { isSecure })
      edge.respond = async ({ path }) => {
        for (let turn = 0; turn < Number(path.length % 3); turn += 1) await nextTurn()
        return createResponse(200, path)
      }
      // Sends more plain requests in a row than can wait without the connection being paused.
      const paths = many(200)
      client.send(paths.map((path) => (Number(path) % 25 < 3 ? get(path) : plain(path))).join(''))
      assert.deepEqual(
        await client.bodies(200),
        paths.map((path) => `/parley/${path}`),
      )
    })

    test('repeated upgrade requests leave no listeners on the connection', async (context) => {
      const { client, serverSide } = await connected(context, { isSecure })
      const listenerCount = () =>
        serverSide.eventNames().reduce((count, name) => count + serverSide.listenerCount(name), 0)
      client.send(get('first'))
      await client.nextResponse()
      const before = listenerCount()
      for (const path of many(50)) {
        client.send(post(path, 'body'))
        await client.nextResponse()
      }
      assert.ok(listenerCount() <= before, `${before} listeners became ${listenerCount()}`)
    })
  })
}

test('the other headers reach the server as they were sent', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { edge, client, server } = await connected(context)
  const rawHeaders = new Mailbox<readonly string[]>()
  server.prependListener('request', (request) => rawHeaders.put(request.rawHeaders))
  edge.respond = async () => createResponse(200, '')
  const headers = ['X-Twice: 1', 'x-twice: 2', 'X-Odd:  \xe9\xff "\t,; ', 'X-Empty:', 'TE: trailers']
  client.send(
    request('GET /parley/x', ['Connection: close , upgrade', 'UPGRADE: a', 'upgrade: b/2', ...headers]),
  )
  const { headers: answered } = await client.nextResponse()
  assert.equal(answered.get('connection'), 'close')
  assert.deepEqual(await rawHeaders.take(), [
    ...['Host', 'localhost', 'Connection', 'close', 'X-Twice', '1', 'x-twice', '2'],
    ...['X-Odd', '\xe9\xff "\t,;', 'X-Empty', '', 'TE', 'trailers'],
  ])
  await client.closed
})

test('a client that expects 100-continue is told to go on', async (context) => {
  const { client } = await connected(context)
  const whole = post('x', 'body', 'Expect: 100-continue')
  client.send(whole.slice(0, -4))
  assert.equal((await client.nextResponse()).status, 100)
  client.send('body')
  assert.equal((await client.nextResponse()).body, '/parley/x body')
})

test('HTTP/1.0 ends the connection unless it asks to keep it', async (context) => {
  const { client } = await connected(context)
  for (const connection of ['keep-alive, Upgrade', 'Upgrade']) {
    client.send(request('GET /parley/x', [`Connection: ${connection}`, 'Upgrade: h2c'], '', '1.0'))
    assert.equal((await client.nextResponse()).body, '/parley/x ')
  }
  await client.closed
})

test('an upgrade behind a response that ends the connection is not started', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { edge, client } = await connected(context)
  const paths: string[] = []
  edge.respond = async ({ path }) => {
    paths.push(path)
    await nextTurn()
    return { ...createResponse(200, path), headers: { connection: 'close' } }
  }
  client.send(plain('last') + get('never'))
  assert.equal((await client.nextResponse()).body, '/parley/last')
  await client.closed
  assert.deepEqual(paths, ['/parley/last'])
})

test('a client that disconnects while its upgrade waits does no harm', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { edge, client, serverSide } = await connected(context)
  const begun = new Mailbox<string>()
  edge.respond = ({ path }) => {
    begun.put(path)
    return new Promise(() => {})
  }
  client.send(plain('first') + get('second'))
  assert.equal(await begun.take(), '/parley/first')
  const closed = new Promise((resolve) => serverSide.on('close', resolve))
  client.socket.resetAndDestroy()
  await closed
})

test('a connection with a waiting upgrade has the same timeouts as any other', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { edge, client, serverSide } = await connected(context)
  edge.respond = () => new Promise(() => {})
  const upgraded = once(serverSide, 'readable')
  client.send(plain('first') + get('second'))
  await upgraded
  serverSide.setTimeout(1)
  await client.closed
})

test('the keep-alive timeout does not run while a response is produced', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { edge, client, serverSide } = await connected(context)
  const responses = new Mailbox<(path: string) => void>()
  edge.respond = () => new Promise((resolve) => responses.put((path) => resolve(createResponse(200, path))))
  client.send(plain('first') + get('second'))
  ;(await responses.take())('first')
  const response = await responses.take()
  assert.equal(serverSide.timeout, 0)
  response('second')
  assert.deepEqual(await client.bodies(2), ['first', 'second'])
})

test('a body that stalls times out like any other', async (context) => {
  const options = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 }
  const { client } = await connected(context, options)
  client.send(post('x', 'body').slice(0, -1))
  assert.equal((await client.nextResponse()).status, 408)
  await client.closed
})

for (const [what, headers] of [
  ['two ways to tell where the body ends', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
  ['a folded header', ['X-Folded: a\r\n b']],
] as const) {
  test(`${what}: rejected as without the upgrade`, async (context) => {
    const { client, edge } = await connected(context)
    edge.respond = () => assert.fail('it was answered')
    client.send(request('POST /parley/x', [...h2c, ...headers], 'abc'))
    assert.equal((await client.nextResponse()).status, 400)
    await client.closed
  })
}

test('headers beyond the limit are rejected, not silently dropped', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const { client, edge } = await connected(context)
  edge.respond = () => assert.fail('it was answered')
  const fillers = many(1_000).map((index) => `X-${index}: 1`)
  client.send(request('POST /parley/x', [...h2c, ...fillers, 'Content-Length: 42'], plain('smuggled')))
  assert.equal((await client.nextResponse()).status, 431)
  await client.closed
})

test('a lower limit of headers applies, and so does no limit', {
  skip: declinesItself && 'Node.js declines by itself',
}, async (context) => {
  const send = async (maxHeadersCount: number, count: number) => {
    const { client } = await connected(context, { maxHeadersCount })
    const fillers = many(count).map((index) => `X-${index}: 1`)
    client.send(post('x', 'body', ...fillers))
    return client.nextResponse()
  }
  assert.equal((await send(50, 45)).status, 431)
  assert.equal((await send(50, 40)).body, '/parley/x body')
  assert.equal((await send(0, 1_100)).body, '/parley/x body')
})
