import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { HttpRequest } from '@parley/core/adapter'
import { test } from '../../support/cells.js'
import { TestEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'
import { Browser, shownBy, type Visit } from '../browser.js'
import { allow, authorizeQuery, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

const consentTitle = /^Desk asks for access/
const http = 'http://chat.example.com'
const https = 'https://chat.example.com'

forEachStorage('oauth: cookies', (storage) => {
  describe('cookies', () => {
    test('cookies are only for https when the browser uses it and there is no base URL', async (context) => {
      for (const [baseUrl, isSecure, expected] of [
        [undefined, true, true],
        [undefined, false, false],
        ['/', true, true],
        [http, true, false],
        [https, false, true],
      ] as const) {
        const engine = await TestEngine.start(storage, { ...cheapPasswords, ...(baseUrl && { baseUrl }) })
        context.after(() => engine.stop())
        const { headers } = await engine.parley.http(await arrival(await engine.world(), { isSecure }))
        const cookie = expected ? /^__Host-parley_csrf=.*; Path=\/; .*; Secure$/ : /^parley_csrf=.*Lax$/
        assert.match(headers['Set-Cookie'] ?? '', cookie)
      }
    })

    const addresses = [
      { baseUrl: undefined, path: '/auth', names: ['parley_csrf', 'parley_session'], secure: '' },
      {
        baseUrl: `${http}/support/chat`,
        path: '/support/chat/auth',
        names: ['parley_csrf', 'parley_session'],
        secure: '',
      },
      {
        baseUrl: https,
        path: '/',
        names: ['__Host-parley_csrf', '__Host-parley_session'],
        secure: '; Secure',
      },
      {
        baseUrl: `${https}/support/(1)`,
        path: '/',
        names: ['__Host-parley_csrf.support..1.', '__Host-parley_session.support..1.'],
        secure: '; Secure',
      },
    ]
    for (const { baseUrl, path, names, secure } of addresses) {
      test(`cookies are ${names.join(' and ')} (${baseUrl ?? 'no base URL'})`, async (context) => {
        const engine = await TestEngine.start(storage, { ...cheapPasswords, ...(baseUrl && { baseUrl }) })
        context.after(() => engine.stop())
        const world = await engine.world()
        const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
        const { browser, consent } = await signedIn(world, app, agent)
        const attributes = `; Path=${path}; Max-Age=43200; HttpOnly; SameSite=Lax${secure}`
        const shown = browser.setCookies.map((cookie) => cookie.replace(/=[A-Za-z0-9_-]{43}/, '=…'))
        assert.deepEqual(
          shown,
          names.map((name) => `${name}=…${attributes}`),
        )
        assert.match(await allow(browser, consent), /[?&]code=plo_/)
      })
    }
  })

  describe('a cookie that another host of the site has planted', () => {
    const orders = ['first', 'last'] as const

    async function setUp(baseUrl: string) {
      const engine = await TestEngine.start(storage, { ...cheapPasswords, baseUrl })
      const world = await engine.world()
      const app = await registerApp(world)
      const [victim, attacker] = [
        await agentWithPassword(world, 'ada'),
        await agentWithPassword(world, 'eve'),
      ]
      const login = { login: victim.id, password: victim.password }
      const eve = (await signedIn(world, app, attacker)).browser
      return { engine, world, app, victim, login, eve, query: authorizeQuery(app) }
    }

    for (const order of orders) {
      test(`a planted cookie of another host of the site is ignored over https, when it comes ${order}`, async (context) => {
        const { engine, world, app, victim, eve, query, login } = await setUp(https)
        context.after(() => engine.stop())
        const session = `parley_session=${eve.cookies.get('__Host-parley_session')}`
        const names = [
          'parley_csrf',
          '__Secure-parley_csrf',
          '__host-parley_csrf',
          '\u00a0__Host-parley_csrf',
        ]
        const planted = [session, `__Secure-${session}`, ...names.map((name) => `${name}=known`)].join('; ')
        const { browser, consent } = await signedIn(world, app, victim)
        browser.planted = { [order]: planted }
        assert.match(shownBy(await browser.arrive(query)), new RegExp(`${victim.id} `))
        assert.match(await allow(browser, consent), /[?&]code=plo_/)
        const fresh = new Browser(authUrlOf(world))
        fresh.planted = { [order]: planted }
        assert.match(shownBy(await fresh.submit(await fresh.arrive(query), login)), consentTitle)
      })

      test(`a planted cookie signs no user in as another over http, when it comes ${order}`, async (context) => {
        const { engine, world, app, victim, eve, query } = await setUp(http)
        context.after(() => engine.stop())
        const { browser, consent } = await signedIn(world, app, victim)
        browser.planted = { [order]: `parley_session=${eve.cookies.get('parley_session')}` }
        assertRefused(await browser.arrive(query))
        assertRefused(await browser.submit(consent, { decision: 'allow' }))
        assertRefused(await browser.submit(consent, { decision: 'switch' }))
        browser.planted = { [order]: `parley_session=${browser.cookies.get('parley_session')}` }
        assert.match(await allow(browser, consent), /[?&]code=plo_/)
      })

      test(`a planted cookie makes no form valid over http, when it comes ${order}`, async (context) => {
        const { engine, world, query, login } = await setUp(http)
        context.after(() => engine.stop())
        const [browser, evil] = [new Browser(authUrlOf(world)), new Browser(authUrlOf(world))]
        const [page, forged] = [await browser.arrive(query), await evil.arrive(query)]
        browser.planted = { [order]: `parley_csrf=${evil.cookies.get('parley_csrf')}` }
        assertRefused(await browser.submit(forged, login))
        assertRefused(await browser.submit(page, login))
        assertRefused(await browser.arrive(query))
        browser.planted = {}
        assert.match(shownBy(await browser.submit(page, login)), consentTitle)
      })
    }

    test('a planted cookie is detected even when the host passes cookies as separate headers', async (context) => {
      const { engine, world, eve } = await setUp(http)
      context.after(() => engine.stop())
      const cookie = [`parley_session=${eve.cookies.get('parley_session')}`, 'parley_session=other']
      for (const lines of [cookie, cookie.toReversed()]) {
        const request = await arrival(world, { headers: { cookie: lines } })
        assert.equal((await engine.parley.http(request)).status, 400)
      }
    })
  })
})

function assertRefused(page: Visit): void {
  assert.deepEqual([page.status, page.location, page.headers.get('set-cookie')], [400, null, null])
  assert.match(shownBy(page), /two different cookies .*Error: invalid_request$/)
}

async function arrival(world: World, changes: Partial<HttpRequest>): Promise<HttpRequest> {
  const body = { kind: 'parsed', value: undefined } as const
  const query = authorizeQuery(await registerApp(world))
  return { method: 'GET', path: '/auth/', query, headers: {}, remoteAddress: null, body, ...changes }
}
