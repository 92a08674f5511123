import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createParley } from '@parley/core'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { TestEngine, useEngine } from '../../support/engine.js'
import { authorization } from '../../support/errors.js'
import { type FilePart, sendFile, uploadImage } from '../../support/forms.js'
import { gif, jpeg, png, webp } from '../../support/images.js'
import { at, textAt } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage, homeDatabase } from '../../support/storages.js'
import { Person } from '../../support/world.js'

const letters = Buffer.from('abcdefghijklmnopqrstuvwxyz')
/** Headers that belong to the connection, not to the response. */
const ofConnection = ['connection', 'date', 'keep-alive']
const forged = authorization('the address is not signed for this file')

async function errorOf(response: Response): Promise<unknown> {
  return at(await response.json(), 'error')
}

forEachStorage('serving of files', (storage) => {
  const suite = useEngine(storage, { files: new MemoryFiles() })

  async function sent(file: FilePart = { bytes: letters, name: 'letters.txt' }): Promise<string> {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    return suite.engine.origin + (await sendFile(customer, chatId, file))
  }

  const safe = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  }

  test('a file that is not an image is served as a download, with headers that prevent it from running', async () => {
    const response = await fetch(
      await sent({ bytes: Buffer.from('<script>alert(1)</script>'), name: 'Ü.html' }),
    )
    assert.equal(response.status, 200)
    for (const [name, value] of Object.entries(safe)) assert.equal(response.headers.get(name), value, name)
    const disposition = `attachment; filename="_.html"; filename*=UTF-8''%C3%9C.html`
    assert.equal(response.headers.get('content-disposition'), disposition)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(response.headers.get('set-cookie'), null)
    assert.equal(response.headers.get('cache-control'), 'private, max-age=86400, immutable')
  })

  for (const [type, bytes] of [
    ['image/png', png(2, 2)],
    ['image/jpeg', jpeg(2, 2)],
    ['image/gif', gif(2, 2)],
    ['image/webp', webp(2, 2)],
  ] as const) {
    test(`${type} is served inline`, async () => {
      const { headers } = await fetch(await sent({ bytes, name: 'x.exe', type: 'text/html' }))
      assert.equal(headers.get('content-type'), type)
      assert.match(headers.get('content-disposition') ?? '', /^inline; /)
      for (const [name, value] of Object.entries(safe)) assert.equal(headers.get(name), value, name)
    })
  }

  test('HEAD returns the headers of GET, without the file', async () => {
    const url = await sent()
    const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })]
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)))
    assert.deepEqual([head.status, headersOf(head)], [200, headersOf(get)])
    assert.equal(head.headers.get('content-length'), '26')
    assert.equal(await head.text(), '')
  })

  const ranges: readonly (readonly [string, string, string])[] = [
    ['bytes=0-2', 'abc', 'bytes 0-2/26'],
    ['bytes=23-', 'xyz', 'bytes 23-25/26'],
    ['bytes=-2', 'yz', 'bytes 24-25/26'],
    ['bytes=20-900', 'uvwxyz', 'bytes 20-25/26'],
  ]
  for (const [range, text, contentRange] of ranges) {
    test(`the range request ${range} returns that part of the file`, async () => {
      const response = await fetch(await sent(), { headers: { range } })
      assert.deepEqual([response.status, await response.text()], [206, text])
      assert.equal(response.headers.get('content-range'), contentRange)
      assert.equal(response.headers.get('content-length'), String(text.length))
    })
  }

  test('HEAD ignores ranges', async () => {
    const response = await fetch(await sent(), { method: 'HEAD', headers: { range: 'bytes=0-2' } })
    assert.deepEqual([response.status, response.headers.get('content-length')], [200, '26'])
  })

  test('a range outside the file answers 416 with the size', async () => {
    const response = await fetch(await sent(), { headers: { range: 'bytes=26-' } })
    assert.deepEqual([response.status, response.headers.get('content-range')], [416, 'bytes */26'])
  })

  test('an unsupported range answers with the whole file', async () => {
    const url = await sent()
    for (const range of ['bytes=0-1,3-4', 'bytes=5-1', 'lines=1-2', 'bytes=a-b']) {
      const response = await fetch(url, { headers: { range } })
      assert.deepEqual([response.status, await response.text()], [200, letters.toString()], range)
    }
  })

  test('If-None-Match answers 304 for an unchanged file, and If-Range of another file gets the whole file', async () => {
    const url = await sent()
    const tag = (await fetch(url)).headers.get('etag') ?? ''
    assert.match(tag, /^"[0-9a-f]+"$/)
    for (const list of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status } = await fetch(url, { headers: { 'if-none-match': list } })
      assert.equal(status, 304, list)
    }
    const ranged = (condition: string) =>
      fetch(url, { headers: { range: 'bytes=0-2', 'if-range': condition } })
    assert.equal((await ranged(tag)).status, 206)
    for (const condition of ['"other"', `W/${tag}`, 'Thu, 01 Jan 2026 00:00:00 GMT']) {
      assert.equal((await ranged(condition)).status, 200, condition)
    }
  })

  test('a file address is valid for a day, and each read returns a new one', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id, threadId } = await startChat(customer)
    const url = suite.engine.origin + (await sendFile(customer, chat_id, { bytes: letters }))
    assert.equal(
      new URL(url).searchParams.get('expires'),
      String(Math.floor(suite.engine.clock.now() / 1_000) + 86_400),
    )
    suite.engine.clock.stepWallClock(86_399_000)
    assert.equal((await fetch(url)).status, 200)
    suite.engine.clock.advance(1_000)
    const late = await fetch(url)
    assert.deepEqual([late.status, await errorOf(late)], [403, authorization('the address has expired')])
    const { world, id } = customer
    const later = new Person(world, 'customer', id, await world.customerToken(id))
    const again = await later.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
    const fresh = textAt(again, 'chat.threads.0.events.0.url')
    assert.equal((await fetch(suite.engine.origin + fresh)).status, 200)
  })

  test('a changed file address is refused', async () => {
    const [url, other] = [new URL(await sent()), new URL(await sent())]
    const changed = (change: (url: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return copy
    }
    const expires = Number(url.searchParams.get('expires'))
    const addresses = [
      changed(({ searchParams }) => searchParams.delete('signature')),
      changed(({ searchParams }) => searchParams.delete('expires')),
      changed(({ searchParams }) => searchParams.set('signature', 'x')),
      changed(({ searchParams }) => searchParams.set('expires', String(expires + 1))),
      changed(({ searchParams }) => searchParams.set('expires', `${expires}0`)),
      changed(({ searchParams }) => searchParams.set('expires', `${expires} `)),
      changed((copy) => {
        copy.search = ''
      }),
      changed((copy) => {
        copy.pathname = other.pathname
      }),
    ]
    for (const address of addresses) {
      const response = await fetch(address)
      assert.deepEqual([response.status, await errorOf(response)], [403, forged], address.href)
    }
  })

  test('other addresses below the files path answer 404', async () => {
    const url = new URL(await sent())
    const { origin } = suite.engine
    const agent = await (await suite.world()).agent('ada')
    const { path } = await uploadImage(agent, png(1, 1))
    const key = url.pathname.split('/').at(-1) ?? ''
    const addresses = [
      '/files',
      '/files/',
      '/files/images',
      '/files/images/',
      `/files/images/${key}${url.search}`,
      `/files/images/${path}/`,
      `/files/images/../images/${'ab'.repeat(32)}`,
      `/files/${key}/x${url.search}`,
      `/files/%2e%2e%2fetc%2fpasswd`,
      `/files/${'ab'.repeat(33)}`,
      `/files/images/${path.toUpperCase()}`,
    ]
    for (const address of addresses) assert.equal((await fetch(origin + address)).status, 404, address)
    // Uploaded images are public. Their addresses must not be signable as addresses of chat files.
    assert.equal((await fetch(`${origin}/files/${path}`)).status, 403)
  })

  test('file addresses take GET, HEAD and OPTIONS only, and allow cross-origin reads', async () => {
    const url = await sent()
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(url, { method })
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], method)
    }
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://shop.example.com' } })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD')
    const shown = await fetch(url, { headers: { origin: 'https://shop.example.com' } })
    assert.equal(shown.headers.get('access-control-allow-origin'), '*')
    assert.equal(shown.headers.get('cross-origin-resource-policy'), 'cross-origin')
  })

  test('an image of upload_image is public, and cached permanently', async () => {
    const agent = await (await suite.world()).agent('ada')
    const { url } = await uploadImage(agent, png(1, 1))
    suite.engine.clock.stepWallClock(7 * 86_400_000)
    const response = await fetch(suite.engine.origin + url)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(response.headers.get('content-disposition') ?? '', /^inline; /)
  })

  test('file addresses work on other nodes and after a restart', async () => {
    const files = new MemoryFiles()
    const first = await TestEngine.start(storage, { files })
    const customer = await (await first.world()).customer()
    const { chatId } = await startChat(customer)
    const url = await sendFile(customer, chatId, { bytes: letters })
    const second = await createParley({ storage: first.openStorage(), files, clock: first.clock })
    const response = await second.fetch(new Request(`http://127.0.0.1${url}`))
    assert.deepEqual([response.status, await response.text()], [200, letters.toString()])
    await second.close()
    await first.stop()
  })
})

test('file addresses start with the public origin and path, or with the prefix that the host configured', async () => {
  const engine = await TestEngine.start(homeDatabase, {
    files: new MemoryFiles(),
    baseUrl: 'https://chat.example.com/support',
    paths: { files: 'attachments/f' },
  })
  try {
    const world = await engine.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId: chat_id } = await startChat(customer)
    const root = 'https://chat.example.com/support/attachments/f'
    const url = new URL(await sendFile(customer, chat_id, { bytes: letters }))
    assert.equal(`${url.origin}${url.pathname.slice(0, -65)}`, root)
    const image = await uploadImage(agent, png(1, 1))
    assert.equal(image.url, `${root}/images/${image.path}`)
    await agent.web().succeed('send_event', { chat_id, event: { type: 'file', url: image.url } })
    const local = new URL(engine.origin)
    for (const address of [url, new URL(image.url)]) {
      address.protocol = local.protocol
      address.host = local.host
      assert.equal((await fetch(address)).status, 200)
    }
    assert.equal(engine.parley.owns('/support/attachments/f/x'), true)
    assert.equal(engine.parley.owns('/support/files/x'), false)
  } finally {
    await engine.stop()
  }
})

test('stalled downloads are limited per client, and do not block other requests', async () => {
  const limits = { downloadCount: 8 }
  const engine = await TestEngine.start(homeDatabase, { files: new MemoryFiles(), limits })
  try {
    const customer = await (await engine.world()).customer()
    const { chatId } = await startChat(customer)
    const path = await sendFile(customer, chatId, { bytes: Buffer.alloc(10_000_000) })
    const url = new URL(engine.origin + path)
    const deaf = [await takeNothing(url), await takeNothing(url)]
    const refused = await fetch(url)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    assert.equal((await customer.web().post('get_chats_summary')).status, 200)
    for (const socket of deaf) socket.destroy()
    await eventually(async () =>
      assert.equal((await fetch(url, { headers: { range: 'bytes=0-0' } })).status, 206),
    )
  } finally {
    await engine.stop()
  }
})

/** Requests a file and reads only the beginning of the response. */
async function takeNothing({ hostname, port, host, pathname, search }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const [begun] = await once(socket, 'data')
  socket.pause()
  assert.match(String(begun), /^HTTP\/1\.1 200 /)
  return socket
}

test('a file whose bytes are missing answers 500, and the error is logged', async () => {
  const files = new MemoryFiles()
  const engine = await TestEngine.start(homeDatabase, { files, expectsErrors: true })
  try {
    const customer = await (await engine.world()).customer()
    const { chatId } = await startChat(customer)
    const url = await sendFile(customer, chatId, { bytes: letters })
    for (const key of files.keys) await files.remove(key)
    const response = await fetch(engine.origin + url)
    assert.deepEqual([response.status, at(await errorOf(response), 'type')], [500, 'internal'])
    assert.equal(engine.errors.length, 1)
  } finally {
    await engine.stop()
  }
})
