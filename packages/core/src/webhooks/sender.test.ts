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

test('posts JSON, with the headers that it is given, over a connection that is used again', async () => {
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

test('a redirect is an answer, and nobody goes there', async () => {
  const elsewhere = await receiver((_, response) => response.end())
  const { origin } = await receiver((_, response) => {
    response.writeHead(307, { location: elsewhere.origin, 'retry-after': '7' }).end()
  })
  assert.deepEqual(await given().post(origin), { status: 307, retryAfter: '7' })
  assert.equal(elsewhere.connectionCount(), 0)
})

test('of a long answer 64 KiB are read, and then nothing', async () => {
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

test('a compressed answer is not inflated', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { origin } = await receiver((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const before = process.memoryUsage().rss
  assert.equal((await given().post(origin)).status, 200)
  assert.ok(process.memoryUsage().rss - before < 40_000_000)
})

test('the time of a request runs out while the host is looked up', async () => {
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
  await assert.rejects(answer, /no whole answer within 10000 ms/)
  answered.open()
})

test('it runs out while nothing is answered, and while an answer drips', async () => {
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
    await assert.rejects(answer, /no whole answer within 10000 ms/, path)
  }
})

test('who closes the connection, or listens nowhere, is told apart', async () => {
  const { origin } = await receiver((request) => request.socket.destroy())
  const { post } = given()
  await assert.rejects(post(origin), /other side closed|ECONNRESET/)
  await assert.rejects(post('http://127.0.0.1:1/'), { code: 'ECONNREFUSED' })
  await assert.rejects(post('http://nobody.invalid/'), { code: /^E/ })
  for (const url of ['no url', 'ftp://example.com/']) await assert.rejects(post(url), url)
})

test('what is under way when the node goes down is given up', async () => {
  const arrived = gate()
  const { origin } = await receiver(() => arrived.open())
  const { sender, post } = given()
  const answer = assert.rejects(post(origin), /goes down/)
  await arrived.promise
  await sender.close()
  await answer
})

test('an agent of a runtime without destroy is let go, and any other destroyed', async () => {
  let destroyed = 0
  await destroyAgent({})
  await destroyAgent({
    destroy: async () => {
      destroyed += 1
    },
  })
  assert.equal(destroyed, 1)
})
