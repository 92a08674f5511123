import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../support/cells.js'
import { TestEngine, useEngine } from '../support/engine.js'
import { at } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { Browser, shownBy, type Visit } from './browser.js'
import { authorizeQuery, signedIn } from './flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from './tenant.js'

const minuteMs = 60_000

forEachStorage('oauth: sign in', (storage) => {
  describe('signing in', () => {
    const suite = useEngine(storage, cheapPasswords)

    async function setUp() {
      const world = await suite.world()
      const app = await registerApp(world)
      const browser = new Browser(authUrlOf(world))
      return {
        world,
        app,
        browser,
        agent: await agentWithPassword(world),
        page: await browser.arrive(authorizeQuery(app)),
      }
    }

    test('signing in does not distinguish a wrong password from a wrong login', async () => {
      const { world, browser, agent, page } = await setUp()
      const { id: withoutPassword } = await world.agent('bob')
      const shown: string[] = []
      for (const login of [agent.id, 'nobody@example.com', withoutPassword, '']) {
        const refused = await browser.submit(page, { login, password: 'not the password' })
        assert.deepEqual([refused.status, refused.location], [200, null])
        shown.push(shownBy(refused))
      }
      assert.equal(new Set(shown).size, 1)
      assert.match(shown[0] ?? '', /Wrong login or password\./)
      assert.deepEqual([...browser.cookies.keys()], ['parley_csrf'])
    })

    test('signing in accepts the login in any case, and only the exact password', async () => {
      const { browser, agent, page } = await setUp()
      for (const password of [
        agent.password.toUpperCase(),
        `${agent.password} `,
        agent.password.slice(0, -1),
        '',
      ]) {
        assert.match(shownBy(await browser.submit(page, { login: agent.id, password })), /^Sign in/)
      }
      const consent = await browser.submit(page, { login: agent.id.toUpperCase(), password: agent.password })
      assert.match(shownBy(consent), /^Desk asks for access/)
    })

    test('signing in accepts the login with spaces around it, composed or not, and does not count it as a failure', async () => {
      const { world, app } = await setUp()
      const password = 'correct horse battery staple'
      const { licenseId, engine } = world
      const login = `zoe\u0301-${licenseId}@example.com`
      const { id } = await engine.parley.admin.agents.create({ licenseId, name: 'Zoé', login, password })
      assert.equal(id, login.normalize('NFC'))
      for (const typed of [`${id} `, `\t${login.toUpperCase()}\u00a0`]) {
        const browser = new Browser(authUrlOf(world))
        const page = await browser.arrive(authorizeQuery(app))
        assert.match(shownBy(await browser.submit(page, { login: typed, password })), /^Desk asks for access/)
      }
    })

    test('signing in gives each browser a session of its own', async () => {
      const { world, app, agent } = await setUp()
      const first = (await signedIn(world, app, agent)).browser.cookies.get('parley_session')
      const second = (await signedIn(world, app, agent)).browser.cookies.get('parley_session')
      assert.notEqual(first, second)
    })

    test('signing in never adopts a session id that the browser sent', async () => {
      const { app, browser, agent } = await setUp()
      browser.cookies.set('parley_session', 'chosen-by-somebody-else')
      const page = await browser.arrive(authorizeQuery(app))
      await browser.submit(page, { login: agent.id, password: agent.password })
      assert.match(browser.cookies.get('parley_session') ?? '', /^[A-Za-z0-9_-]{43}$/)
    })
  })

  test('sign-ins that find the password queue full are counted, and not logged one by one', async (context) => {
    const limits = { ...cheapPasswords.limits, passwordCostLog2: 14 }
    const engine = await TestEngine.start(storage, { limits, expectsErrors: true })
    context.after(() => engine.stop())
    const world = await engine.world()
    const browser = new Browser(authUrlOf(world))
    const page = await browser.arrive(authorizeQuery(await registerApp(world)))
    const attempt = (_: unknown, index: number) =>
      browser.copy().submit(page, { login: `nobody-${index}`, password: 'x' })
    const visits = await Promise.all(Array.from({ length: 150 }, attempt))
    const refused = visits.filter(({ status }) => status === 503)
    assert.ok(refused.length > 20, `${refused.length} refused`)
    assert.equal(engine.errors.length, 10)
    const requestId = at(engine.errors[9], 'requestId')
    const named = new Set(refused.map(({ headers }) => headers.get('x-request-id')))
    const logged = new Set(engine.errors.map((line) => at(line, 'requestId')))
    assert.deepEqual(named, logged)
    const counted = { type: 'temporarily_unavailable', requestId, leftOutCount: refused.length - 10 }
    engine.clock.advance(10_000)
    assert.deepEqual(engine.errors.slice(10), [{ message: 'A request failed', ...counted }])
  })

  describe('attempts to sign in', () => {
    const limits = { passwordCostLog2: 10 }
    const suite = useEngine(storage, { limits })

    async function setUp() {
      const world = await suite.world()
      const { clock } = world.engine
      // Advances past the attempts of earlier tests from this address.
      clock.advance(20 * minuteMs)
      const browser = new Browser(authUrlOf(world))
      const agent = await agentWithPassword(world)
      const page = await browser.arrive(authorizeQuery(await registerApp(world)))
      const attempt = (login: string, password = 'not the password') =>
        browser.copy().submit(page, { login, password })
      return { world, clock, agent, attempt }
    }

    function assertTooMany({ status, headers, location, text }: Visit, retryAfter: number): void {
      assert.deepEqual([status, location, headers.get('retry-after')], [429, null, String(retryAfter)])
      assert.match(text, /too_many_requests/)
    }

    test('attempts to sign in are limited to 10 for an account in 15 minutes, whatever the password of the next', async () => {
      const { clock, agent, attempt } = await setUp()
      for (let count = 0; count < 10; count += 1) assert.equal((await attempt(agent.id)).status, 200)
      clock.advance(minuteMs)
      assertTooMany(await attempt(agent.id, agent.password), 14 * 60)
      assertTooMany(await attempt(agent.id.toUpperCase(), agent.password), 14 * 60)
      clock.advance(14 * minuteMs - 1)
      assertTooMany(await attempt(agent.id, agent.password), 1)
      clock.advance(1)
      assert.match(shownBy(await attempt(agent.id, agent.password)), /asks for access/)
    })

    test('attempts to sign in are allowed again after the time in Retry-After', async () => {
      const { clock, agent, attempt } = await setUp()
      for (let count = 0; count < 10; count += 1) {
        await attempt(agent.id)
        clock.advance(minuteMs)
      }
      assertTooMany(await attempt(agent.id), 5 * 60)
      assertTooMany(await attempt(agent.id), 5 * 60)
      clock.advance(5 * minuteMs)
      assert.match(shownBy(await attempt(agent.id, agent.password)), /asks for access/)
    })

    test('attempts to sign in are reset for an account once it has signed in', async () => {
      const { agent, attempt } = await setUp()
      for (let count = 0; count < 9; count += 1) await attempt(agent.id)
      assert.match(shownBy(await attempt(agent.id, agent.password)), /asks for access/)
      for (let count = 0; count < 10; count += 1) assert.equal((await attempt(agent.id)).status, 200)
      assert.equal((await attempt(agent.id)).status, 429)
    })

    test('attempts to sign in are counted per account, also for accounts that do not exist', async () => {
      const { agent, attempt } = await setUp()
      for (let count = 0; count < 10; count += 1)
        assert.equal((await attempt('nobody@example.com')).status, 200)
      assert.equal((await attempt('nobody@example.com')).status, 429)
      assert.match(shownBy(await attempt(agent.id, agent.password)), /asks for access/)
    })

    test('attempts to sign in are limited to 30 for an address in 15 minutes, over all accounts', async () => {
      const { agent, attempt } = await setUp()
      for (let count = 0; count < 30; count += 1) assert.equal((await attempt(`nobody-${count}`)).status, 200)
      assertTooMany(await attempt('nobody-30'), 15 * 60)
      assertTooMany(await attempt(agent.id, agent.password), 15 * 60)
    })

    test('attempts to sign in do not count for an address when they succeed, and give back no others', async () => {
      const { agent, attempt } = await setUp()
      const succeed = async () =>
        assert.match(shownBy(await attempt(agent.id, agent.password)), /asks for access/)
      for (let count = 0; count < 29; count += 1) await attempt(`nobody-${count}`)
      // An app may send three authorization requests in 30 seconds.
      for (let count = 0; count < 3; count += 1) await succeed()
      assert.equal((await attempt('nobody-29')).status, 200)
      assertTooMany(await attempt('nobody-30'), 15 * 60)
    })

    test('the limit of an address also holds for attempts to sign in that arrive at the same time', async () => {
      const { attempt } = await setUp()
      const visits = await Promise.all(Array.from({ length: 50 }, (_, index) => attempt(`nobody-${index}`)))
      const statuses = visits.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 30)
      assert.equal(statuses.filter((status) => status === 429).length, 20)
    })

    test('the limit of an account also holds for attempts to sign in that arrive at the same time', async () => {
      const { agent, attempt } = await setUp()
      const visits = await Promise.all(Array.from({ length: 25 }, () => attempt(agent.id)))
      assert.equal(visits.filter(({ status }) => status === 200).length, 10)
    })
  })
})
