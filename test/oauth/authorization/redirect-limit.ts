import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser, shownBy, type Visit } from '../browser.js'
import { allow, authorizeQuery, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

function assertTooMany(page: Visit): void {
  assert.deepEqual([page.status, page.location], [429, null])
  assert.match(shownBy(page), /Error: too_many_redirects$/)
}

forEachStorage('oauth: redirect limit', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  /** Returns a browser that has been redirected once: for the sign-in. */
  async function setUp() {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
    const { browser, consent } = await signedIn(world, app, agent)
    const arrive = () => browser.arrive(authorizeQuery(app))
    return { world, app, agent, browser, consent, arrive, clock: world.engine.clock }
  }

  describe('authorization requests of one app and user', () => {
    test('authorization requests of one app and user are limited to three in 30 seconds; the fourth gets the error page', async () => {
      const { arrive, clock } = await setUp()
      assert.equal((await arrive()).status, 200)
      clock.advance(29_999)
      assert.equal((await arrive()).status, 200)
      assertTooMany(await arrive())
      clock.advance(1)
      assert.equal((await arrive()).status, 200)
    })

    test('authorization requests of one app and user are allowed again after the time in Retry-After', async () => {
      const { arrive, clock } = await setUp()
      clock.advance(10_000)
      await arrive()
      clock.advance(10_000)
      await arrive()
      clock.advance(5_000)
      const refused = await arrive()
      assertTooMany(refused)
      assert.equal(refused.headers.get('retry-after'), '5')
      clock.advance(5_000)
      assert.equal((await arrive()).status, 200)
    })

    test('authorization requests are counted per user', async () => {
      const { world, app, arrive } = await setUp()
      await arrive()
      await arrive()
      assertTooMany(await arrive())
      const other = await signedIn(world, app, await agentWithPassword(world, 'bob'))
      assert.equal(other.consent.status, 200)
    })

    test('authorization requests are counted per app', async () => {
      const { world, browser, arrive } = await setUp()
      await arrive()
      await arrive()
      assertTooMany(await arrive())
      const other = await registerApp(world)
      assert.equal((await browser.arrive(authorizeQuery(other))).status, 200)
    })

    test('authorization requests are counted over all browsers of the user', async () => {
      const { world, app, agent } = await setUp()
      await signedIn(world, app, agent)
      await signedIn(world, app, agent)
      const browser = new Browser(authUrlOf(world))
      const page = await browser.arrive(authorizeQuery(app))
      assertTooMany(await browser.submit(page, { login: agent.id, password: agent.password }))
    })

    test('the limit of authorization requests does not count the forms of the service, however often they are sent', async () => {
      const { browser, consent, arrive } = await setUp()
      for (let count = 0; count < 5; count += 1) await allow(browser, consent)
      for (let count = 0; count < 5; count += 1) await browser.submit(consent, { decision: 'deny' })
      assert.equal((await arrive()).status, 200)
      assert.equal((await arrive()).status, 200)
      assertTooMany(await arrive())
    })

    test('the limit of authorization requests does not count refused requests and those of unknown users', async () => {
      const { world, app, browser, arrive } = await setUp()
      const unknown = new Browser(authUrlOf(world))
      for (let count = 0; count < 5; count += 1) {
        assert.equal((await unknown.arrive(authorizeQuery(app))).status, 200)
        assert.equal((await browser.arrive(authorizeQuery(app, { response_type: 'token' }))).status, 302)
        assert.equal(
          (await browser.arrive(authorizeQuery(app, { redirect_uri: 'https://evil.example' }))).status,
          400,
        )
      }
      assert.equal((await arrive()).status, 200)
    })

    test('the limit of authorization requests also holds for requests that arrive at the same time', async () => {
      const { arrive } = await setUp()
      const visits = await Promise.all(Array.from({ length: 20 }, arrive))
      assert.equal(visits.filter(({ status }) => status === 200).length, 2)
    })
  })
})
