import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { gate } from '../../test/gate.js'
import { bodyOf, receiver } from '../../test/receiver.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { destroyAgent, Sender, type SenderDependencies } from './sender.js'

const targets = { allowsPrivate: true, hosts: new Set<string>(), ranges: [] }
const timeoutMs = 10_000

function given(dependencies: Partial<SenderDependencies> = {}) {
  const clock = new VirtualClock(0)
  const sender = new Sender({ clock, targets, timeoutMs, ...dependencies })
  after(() => sender.close())
  const post = (url: string) => sender.post({ url, headers: { 'webhook-id': 'd' }, body: '{"a":"ä"}' })
  return { clock, sender, post }
}

test('the sender posts JSON with the given headers and reuses the connection', async () => {
  const got: unknown[] = []
  const { origin, connectionCount } = await receiver(async (request, response) => {
    const { method, url, headers } = request
    const { 'content-type': type, 'user-agent': agent, 'webhook-id': id } = headers
    got.push({ method, url, type, agent, id, body: await bodyOf(request) })
    response.writeHead(204).end()
  })
  const { post } = given()
  assert.deepEqual(await post(`${origin}/a/b?c=d#e`), { status: 204, retryAfter: null })
  await nextTurn()
  assert.deepEqual(await post(origin), { status: 204, retryAfter: null })
  const same = { method: 'POST', type: 'application/json', agent: 'Parley', id: 'd', body: '{"a":"ä"}' }
  assert.deepEqual(got, [
    { ...same, url: '/a/b?c=d' },
    { ...same, url: '/' },
  ])
  assert.equal(connectionCount(), 1)
})

test('the sender returns a redirect without following it', async () => {
  const elsewhere = await receiver((_, response) => response.end())
  const { origin } = await receiver((_, response) => {
    response.writeHead(307, { location: elsewhere.origin, 'retry-after': '7' }).end()
  })
  assert.deepEqual(await given().post(origin), { status: 307, retryAfter: '7' })
  assert.equal(elsewhere.connectionCount(), 0)
})

test('the sender reads at most 64 KiB of a response', async () => {
  let written = 0
  const { origin, server } = await receiver((_, response) => {
    const piece = Buffer.alloc(65_536)
    const write = () => {
      while (!response.destroyed && written < 1_073_741_824) {
        written += piece.length
        if (!response.write(piece)) return response.once('drain', write)
      }
      return response.end()
    }
    write()
  })
  const closed = new Promise((resolve) => {
    server.once('connection', (socket: Socket) => socket.on('error', () => undefined).once('close', resolve))
  })
  assert.deepEqual(await given().post(origin), { status: 200, retryAfter: null })
  await closed
  assert.ok(written < 16_777_216, `${written} bytes were taken`)
})

test('the sender does not decompress a response', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { origin } = await receiver((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const before = process.memoryUsage().rss
  assert.equal((await given().post(origin)).status, 200)
  assert.ok(process.memoryUsage().rss - before < 40_000_000)
})

test('a request times out while the host is looked up', async () => {
  const [asked, answered] = [gate(), gate()]
  const resolve = async () => {
    asked.open()
    await answered.promise
    return []
  }
  const { clock, post } = given({ resolve })
  const answer = post('http://hangs.example/')
  await asked.promise
  clock.advance(timeoutMs)
  await assert.rejects(answer, /no complete response within 10000 ms/)
  answered.open()
})

test('a request times out without a response, and during a slow one', async () => {
  const arrived: (() => void)[] = []
  const { origin } = await receiver((request, response) => {
    if (request.url === '/drips') response.write('a')
    arrived.shift()?.()
  })
  for (const path of ['/hangs', '/drips']) {
    const { clock, post } = given()
    const here = new Promise<void>((resolve) => arrived.push(resolve))
    const answer = post(`${origin}${path}`)
    await here
    clock.advance(timeoutMs - 1)
    clock.advance(1)
    await assert.rejects(answer, /no complete response within 10000 ms/, path)
  }
})

test('errors tell a closed connection from one that was refused', async () => {
  const { origin } = await receiver((request) => request.socket.destroy())
  const { post } = given()
  await assert.rejects(post(origin), /other side closed|ECONNRESET/)
  await assert.rejects(post('http://127.0.0.1:1/'), { code: 'ECONNREFUSED' })
  await assert.rejects(post('http://nobody.invalid/'), { code: /^E/ })
  for (const url of ['no url', 'ftp://example.com/']) await assert.rejects(post(url), url)
})

test('closing the sender aborts the running requests', async () => {
  const arrived = gate()
  const { origin } = await receiver(() => arrived.open())
  const { sender, post } = given()
  const answer = assert.rejects(post(origin), /shutting down/)
  await arrived.promise
  await sender.close()
  await answer
})

test('destroyAgent destroys an agent, and accepts one without destroy', async () => {
  let destroyed = 0
  await destroyAgent({})
  await destroyAgent({
    destroy: async () => {
      destroyed += 1
    },
  })
  assert.equal(destroyed, 1)
})
