import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { SignInRequest } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { TestEngine } from '../../support/engine.js'
import { forEachStorage, type StorageKind } from '../../support/storages.js'
import { Browser, shownBy } from '../browser.js'
import { allow, authorizeQuery } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

type Answer = { readonly agentId: string } | { readonly redirectTo: string } | Error

async function setUp(storage: StorageKind) {
  const requests: SignInRequest[] = []
  const host: { answer: Answer } = { answer: { redirectTo: 'https://host.example.com/login?back=1' } }
  const signIn = async (request: SignInRequest) => {
    requests.push(request)
    if (host.answer instanceof Error) throw host.answer
    return host.answer
  }
  const engine = await TestEngine.start(storage, { ...cheapPasswords, signIn, expectsErrors: true })
  const world = await engine.world()
  const app = await registerApp(world)
  return {
    engine,
    world,
    app,
    agent: await agentWithPassword(world),
    requests,
    host,
    browser: new Browser(authUrlOf(world)),
  }
}

forEachStorage('oauth: sign in hook', (storage) => {
  describe('with the session of the host', () => {
    test('its agent gets the consent page without a password', async (context) => {
      const { engine, app, agent, host, browser, requests } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = { agentId: agent.id.toUpperCase() }
      browser.cookies.set('host_session', 'abc')
      const page = await browser.arrive(authorizeQuery(app))
      assert.ok(shownBy(page).startsWith(`Desk asks for access ada ${agent.id} If`))
      assert.match(await allow(browser, page), /\?code=plo_/)
      const [first] = requests
      assert.equal(first?.returnTo, `/auth/?${authorizeQuery(app)}`)
      assert.match(String(first?.headers.cookie), /host_session=abc/)
      assert.equal(first?.remoteAddress, '127.0.0.1')
      assert.deepEqual([...browser.cookies.keys()], ['host_session', 'parley_csrf'])
    })

    test('a user without a session is redirected to the host’s address', async (context) => {
      const { engine, app, browser } = await setUp(storage)
      context.after(() => engine.stop())
      const { status, location } = await browser.arrive(authorizeQuery(app))
      assert.deepEqual([status, location], [302, 'https://host.example.com/login?back=1'])
    })

    test('the app is checked before the host is asked', async (context) => {
      const { engine, app, browser, requests } = await setUp(storage)
      context.after(() => engine.stop())
      assert.equal(
        (await browser.arrive(authorizeQuery({ ...app, redirectUri: 'https://evil.example' }))).status,
        400,
      )
      assert.deepEqual(requests, [])
    })

    test('a user who is not an agent gets an error page', async (context) => {
      const { engine, app, host, browser } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = { agentId: 'nobody@example.com' }
      const page = await browser.arrive(authorizeQuery(app))
      assert.deepEqual([page.status, page.location], [403, null])
      assert.match(shownBy(page), /You are no agent here\. Error: access_denied/)
    })

    test('a session that ends before the decision grants nothing', async (context) => {
      const { engine, app, agent, host, browser, requests } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = { agentId: agent.id }
      const page = await browser.arrive(authorizeQuery(app))
      host.answer = { redirectTo: 'https://host.example.com/login' }
      const { location } = await browser.submit(page, { decision: 'allow' })
      assert.equal(location, 'https://host.example.com/login')
      assert.deepEqual(
        [...new Set(requests.map(({ returnTo }) => returnTo))],
        [`/auth/?${authorizeQuery(app)}`],
      )
    })

    test('an invalid redirect address is an internal error', async (context) => {
      const { engine, app, host, browser } = await setUp(storage)
      context.after(() => engine.stop())
      for (const redirectTo of ['javascript:alert(1)', '//evil.example', 'login', '/a\r\nX-Evil: 1', '']) {
        host.answer = { redirectTo }
        const page = await browser.arrive(authorizeQuery(app))
        assert.deepEqual([page.status, page.location], [500, null])
        assert.match(shownBy(page), /An internal error\. Error: server_error/)
      }
      assert.equal(engine.errors.length, 5)
    })

    test('a redirect address with non-ASCII characters is percent-encoded', async (context) => {
      const { engine, app, host, browser } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = { redirectTo: '/zażółć' }
      const { status, location } = await browser.arrive(authorizeQuery(app))
      assert.deepEqual([status, location], [302, '/za%C5%BC%C3%B3%C5%82%C4%87'])
    })

    test('passwords are not accepted', async (context) => {
      const { engine, app, agent, host, browser } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = { agentId: agent.id }
      const page = await browser.arrive(authorizeQuery(app))
      const fields = { login: agent.id, password: agent.password }
      const signIn = { ...page, text: page.text.replace('/auth/consent', '/auth/sign-in') }
      const { status, location } = await browser.submit(signIn, fields)
      assert.deepEqual([status, location], [400, null])
    })

    test('a failure of the host is an internal error without details', async (context) => {
      const { engine, app, host, browser } = await setUp(storage)
      context.after(() => engine.stop())
      host.answer = new Error('the secret of the host')
      const page = await browser.arrive(authorizeQuery(app))
      assert.equal(page.status, 500)
      assert.match(shownBy(page), /An internal error\. Error: server_error/)
      assert.doesNotMatch(page.text, /secret of the host/)
      assert.equal(engine.errors.length, 1)
    })
  })
})
