import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { attachSocketIo } from '@parley/adapter-socketio'
import { createParley, type ParleyOptions } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'

const shop = 'https://shop.example'
const evil = 'https://evil.example'
/** The preflight request of a browser before it posts bytes, as version 1 of the client does with every packet. */
const preflight = {
  method: 'OPTIONS',
  headers: {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,baggage',
  },
}

type Query = Readonly<Record<string, string>>
type Ask = (query: Query, headers?: Record<string, string>, init?: RequestInit) => Promise<Response>

/**
 * Starts a server and returns a function that sends it requests as browsers do, from the shop's page unless the
 * headers name another origin.
 */
async function setUp(context: TestContext, corsOrigins?: ParleyOptions['corsOrigins']): Promise<Ask> {
  const parley = await createParley({
    storage: memoryStorage(),
    ...(corsOrigins !== undefined && { corsOrigins }),
  })
  const server = createServer()
  attachSocketIo(server, parley)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(async () => {
    await parley.close()
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { id } = await parley.admin.licenses.create({ name: 'Shop' })
  const base = `http://127.0.0.1:${address.port}/customer/v0.5/rtm/sio/`
  return (query, headers = {}, init = {}) => {
    const all = { license_id: `${id}`, transport: 'polling', b64: '1', ...query }
    return fetch(`${base}?${new URLSearchParams(all)}`, {
      ...init,
      headers: { origin: shop, ...Object.fromEntries(new Headers(init.headers)), ...headers },
    })
  }
}

function assertCredentials({ headers }: Response, origin: string, what: string): void {
  assert.equal(headers.get('access-control-allow-origin'), origin, what)
  assert.equal(headers.get('access-control-allow-credentials'), 'true', what)
  assert.equal(headers.get('vary'), 'Origin', what)
}

function assertNoCredentials({ headers }: Response, origin: string | null, what: string): void {
  assert.equal(headers.get('access-control-allow-origin'), origin, what)
  assert.equal(headers.get('access-control-allow-credentials'), null, what)
}

async function begin(request: Ask): Promise<string> {
  const text = await (await request({ EIO: '3' })).text()
  const [, sid] = /"sid":"([^"]+)"/.exec(text) ?? assert.fail(text)
  return sid ?? ''
}

test('every response to a client of revision 3 names the asking origin and allows credentials', async (context) => {
  const request = await setUp(context)
  const sid = await begin(request)
  const post = {
    method: 'POST',
    body: `${'42["message",{"action":"ping"}]'.length}:42["message",{"action":"ping"}]`,
  }
  assertCredentials(await request({ EIO: '3' }), shop, 'the handshake')
  assertCredentials(await request({ EIO: '3', sid }, {}, post), shop, 'what it posts')
  const poll = await request({ EIO: '3', sid })
  assertCredentials(poll, shop, 'what it polls')
  assert.match(await poll.text(), /"success":true/)
  assertCredentials(
    await request({ EIO: '3' }, { origin: 'http://localhost:3000' }),
    'http://localhost:3000',
    'a port',
  )
  assertCredentials(await request({ EIO: '3' }, { origin: 'null' }), 'null', 'a page in a sandbox')
})

test('a refused client of revision 3 can read the error', async (context) => {
  const request = await setUp(context)
  const unknown = await request({ EIO: '3', sid: 'gone' })
  const wrongMethod = await request({ EIO: '3' }, {}, { method: 'POST', body: '2:40' })
  const otherMethod = await request({ EIO: '3' }, {}, { method: 'PUT', body: '' })
  for (const answer of [unknown, wrongMethod, otherMethod]) {
    assert.ok(answer.status >= 400)
    assertCredentials(answer, shop, `${answer.status}`)
  }
})

test('a preflight of revision 3 allows credentials and every header that is asked for', async (context) => {
  const request = await setUp(context)
  const answer = await request({ EIO: '3' }, {}, preflight)
  assert.equal(answer.status, 204)
  assertCredentials(answer, shop, 'the preflight')
  assert.match(answer.headers.get('access-control-allow-methods') ?? '', /GET, POST/)
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /Content-Type.*baggage/)
})

test('revision 4 is answered without credentials, for every origin', async (context) => {
  const request = await setUp(context)
  assertNoCredentials(await request({ EIO: '4' }), '*', 'the handshake')
  assertNoCredentials(await request({ EIO: '4', sid: 'gone' }), '*', 'a refusal')
  assertNoCredentials(await request({ EIO: '4' }, {}, preflight), '*', 'the preflight')
})

test('corsOrigins decides which origins get credentials', async (context) => {
  const request = await setUp(context, [shop])
  for (const init of [{}, preflight]) {
    assertCredentials(await request({ EIO: '3' }, {}, init), shop, 'a listed origin')
    for (const origin of [evil, 'null', `${shop}.evil.example`]) {
      const answer = await request({ EIO: '3' }, { origin }, init)
      assertNoCredentials(answer, null, origin)
      assert.equal(answer.headers.get('vary'), 'Origin')
    }
  }
})

test('the server sets no cookie and ignores cookies', async (context) => {
  const request = await setUp(context)
  const cookie = 'parley_session=anything; io=anything'
  const answer = await request({ EIO: '3' }, { cookie })
  assert.equal(answer.headers.get('set-cookie'), null)
  const sid = await begin(request)
  const packet = '42["message",{"action":"list_chats","request_id":"1"}]'
  await request({ EIO: '3', sid }, { cookie }, { method: 'POST', body: `${packet.length}:${packet}` })
  assert.match(
    await (await request({ EIO: '3', sid }, { cookie })).text(),
    /"type":"(?:authentication|validation)"/,
  )
})
