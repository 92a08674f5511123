import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'
import { Browser } from '../browser.js'
import { authorize, authorizeQuery } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, type OAuthApp, registerApp } from '../tenant.js'

/** States, percent-encoded as apps send them. */
const states = [
  ...[
    'xyz',
    '%FF',
    '%ff%FE',
    '+',
    '%20',
    'a+b%20c',
    '%2B',
    '%26a%3Db',
    '%23',
    '%3F',
    '%25',
    '%2525',
    '%C3%A9',
  ],
  ...[
    '%F0%9F%98%80',
    '%ED%A0%80',
    '%0d%0aSet-Cookie:x=y',
    '%22%3E%3Cscript%3E',
    '%e2%80%ae',
    'a=b=c',
    '=',
    '/?:@!$*,;',
  ],
  ...['%', '%zz', '%E', '%7B%22a%22%3A1%7D', '-._~', 'undefined', '__proto__', '%09', '%7f'],
]

async function stateIn(location: string, flow: OAuthApp['responseType']): Promise<string | undefined> {
  const parameters = location
    .split(flow === 'code' ? '?' : '#')
    .slice(1)
    .join(flow === 'code' ? '?' : '#')
  return /(?:^|&)state=([^&]*)$/.exec(parameters)?.[1]
}

forEachStorage('oauth: state', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  for (const type of ['server', 'browser'] as const) {
    describe(`the state of a ${type} app`, () => {
      for (const state of states) {
        test(`${state} comes back byte for byte`, async () => {
          const world = await suite.world()
          const app = await registerApp(world, { type })
          const query = `${authorizeQuery(app)}&state=${state}`
          const location = await authorize(world, app, await agentWithPassword(world), query)
          assert.equal(await stateIn(location, app.responseType), state)
        })
      }
    })
  }

  describe('the state', () => {
    async function setUp() {
      const world = await suite.world()
      const app = await registerApp(world)
      return { world, app, browser: new Browser(authUrlOf(world)) }
    }

    test('the state may be at most 4 KiB', async () => {
      const { app, browser } = await setUp()
      const page = (state: string) => browser.arrive(`${authorizeQuery(app)}&state=${state}`)
      assert.equal((await page('s'.repeat(4_096))).status, 200)
      const refused = await page('s'.repeat(4_097))
      assert.deepEqual([refused.status, refused.location], [400, null])
      assert.equal((await page('%41'.repeat(2_600))).status, 200)
    })

    test('the state comes back unchanged with an error too', async () => {
      const { app, browser } = await setUp()
      const { location } = await browser.arrive(
        `${authorizeQuery(app, { response_type: 'x' })}&state=%FF+%20`,
      )
      assert.equal(await stateIn(location ?? '', 'code'), '%FF+%20')
    })

    test('the state is found in any position and with any encoding of its name', async () => {
      const { app, browser } = await setUp()
      const refused = authorizeQuery(app, { response_type: 'x' })
      for (const query of [
        `st%61te=%FF&${refused}`,
        `state=&${refused}&state=%FF`,
        `${refused}&%73tate=%FF&other=1`,
      ]) {
        const { location } = await browser.arrive(query)
        assert.equal(await stateIn(location ?? '', 'code'), '%FF', query)
      }
    })

    test('the state is refused when it is given twice', async () => {
      const { app, browser } = await setUp()
      const page = await browser.arrive(`${authorizeQuery(app)}&state=a&st%61te=b`)
      assert.deepEqual([page.status, page.location], [400, null])
    })

    test('the state with bytes that are invalid in an address comes back percent-encoded', async () => {
      const { world, app } = await setUp()
      const query = `${authorizeQuery(app, { response_type: 'x' })}&state=`
      const answer = await rawRequest(
        world,
        Buffer.concat([Buffer.from(query), Buffer.from([0xc3, 0xa9, 0x22, 0x7b])]),
      )
      const [, location = ''] = /^location: (.*)$/im.exec(answer) ?? []
      if (answer.startsWith('HTTP/1.1 302')) assert.equal(await stateIn(location, 'code'), '%C3%A9%22%7B')
      else assert.match(answer, /^HTTP\/1\.1 400 /)
    })
  })
})

/** Sends a raw request, which no client library would send, and returns the response. */
async function rawRequest(world: World, query: Buffer): Promise<string> {
  const { hostname, port } = new URL(world.engine.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = Buffer.from('GET /auth/?')
  socket.end(Buffer.concat([head, query, Buffer.from(' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')]))
  return text(socket)
}
