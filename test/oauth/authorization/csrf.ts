import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser, hiddenFieldsOf, shownBy, type Visit } from '../browser.js'
import { allow, authorizeQuery, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

function assertRefused(page: Visit): void {
  assert.deepEqual([page.status, page.location], [400, null])
  assert.match(shownBy(page), /out of date\. .*Error: invalid_request$/)
  assert.doesNotMatch(page.text, /<form/)
  assert.equal(page.headers.get('set-cookie'), null)
}

/** Checks that the page is shown again for the same request, and that nothing was changed. */
function assertShownAgain(page: Visit, title: RegExp, form: Visit): void {
  assert.deepEqual([page.status, page.location], [200, null])
  assert.match(shownBy(page), title)
  assert.equal(hiddenFieldsOf(page).request, hiddenFieldsOf(form).request)
  assert.doesNotMatch(page.headers.get('set-cookie') ?? '', /parley_session/)
}

const signInTitle = /^Sign in to continue to Desk Login/
const consentTitle = /^Desk asks for access/

forEachStorage('oauth: csrf', (storage) => {
  describe('a form', () => {
    const suite = useEngine(storage, cheapPasswords)

    async function setUp() {
      const world = await suite.world()
      const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
      const anonymous = new Browser(authUrlOf(world))
      const signIn = await anonymous.arrive(authorizeQuery(app))
      const { browser, consent } = await signedIn(world, app, agent)
      const allowed = { decision: 'allow' }
      return {
        world,
        app,
        agent,
        anonymous,
        signIn,
        browser,
        consent,
        allowed,
        login: { login: agent.id, password: agent.password },
      }
    }

    test('a form without its token is shown again', async () => {
      const { anonymous, signIn, login, browser, consent, allowed } = await setUp()
      for (const csrf of ['', 'x', 'é', hiddenFieldsOf(consent).csrf?.slice(1) ?? '']) {
        assertShownAgain(await anonymous.submit(signIn, { ...login, csrf }), signInTitle, signIn)
        assertShownAgain(await browser.submit(consent, { ...allowed, csrf }), consentTitle, consent) // Each time counts as an arrival.
        suite.engine.clock.advance(30_000)
      }
    })

    test('a form with the token of another browser is shown again', async () => {
      const { world, app, agent, anonymous, signIn, login, consent, allowed } = await setUp()
      const other = new Browser(authUrlOf(world))
      await other.arrive(authorizeQuery(app))
      assertShownAgain(await other.submit(signIn, login), signInTitle, signIn)
      const { browser: otherSession } = await signedIn(world, app, agent)
      assertShownAgain(await otherSession.submit(consent, allowed), consentTitle, consent)
      assertShownAgain(await anonymous.submit(consent, allowed), signInTitle, consent)
    })

    test('a form of the sign-in page cannot be used for the consent', async () => {
      const { anonymous, signIn, browser, consent, allowed } = await setUp()
      const { csrf = '' } = hiddenFieldsOf(signIn)
      browser.cookies.set('parley_csrf', anonymous.cookies.get('parley_csrf') ?? '')
      assertShownAgain(await browser.submit(consent, { ...allowed, csrf }), consentTitle, consent)
    })

    test('a form from a browser without cookies is shown again', async () => {
      const { world, signIn, login, consent, allowed } = await setUp()
      const bare = new Browser(authUrlOf(world))
      assertShownAgain(await bare.copy().submit(signIn, login), signInTitle, signIn)
      assertShownAgain(await bare.copy().submit(consent, allowed), signInTitle, consent)
    })

    test('a form without a readable request is refused', async () => {
      const { anonymous, signIn, login } = await setUp()
      for (const request of ['', 'client_id=x'])
        assert.equal((await anonymous.submit(signIn, { ...login, request, csrf: '' })).status, 400)
    })

    test('a form of the first of two tabs opened at the same time is shown again, and then works', async () => {
      const { world, app, login, allowed } = await setUp()
      const tabs = new Browser(authUrlOf(world))
      const other = tabs.copy()
      const first = await tabs.arrive(authorizeQuery(app, { state: 'first' }))
      const second = await other.arrive(authorizeQuery(app, { state: 'second' }))
      tabs.cookies.set('parley_csrf', other.cookies.get('parley_csrf') ?? '')
      const again = await tabs.submit(first, login)
      assertShownAgain(again, signInTitle, first)
      const consent = await tabs.submit(again, login)
      assert.match(shownBy(consent), consentTitle)
      const late = await tabs.submit(second, login)
      assertShownAgain(late, consentTitle, second)
      assert.match((await tabs.submit(late, allowed)).location ?? '', /[?&]state=second$/)
      assert.match((await tabs.submit(consent, allowed)).location ?? '', /[?&]state=first$/)
    })

    test('a form of a browser with an empty cookie is treated like one without a cookie', async () => {
      const { world, app, login } = await setUp()
      const browser = new Browser(authUrlOf(world))
      browser.cookies.set('parley_csrf', '').set('parley_session', '')
      const page = await browser.arrive(authorizeQuery(app))
      assert.match(browser.cookies.get('parley_csrf') ?? '', /^[A-Za-z0-9_-]{43}$/)
      assert.match(shownBy(await browser.submit(page, login)), consentTitle)
    })

    test('a form sent by another site, or another host of this one, is refused, even with its token', async () => {
      const { anonymous, signIn, login, browser, consent, allowed } = await setUp()
      for (const site of ['cross-site', 'same-site']) {
        const elsewhere = { 'sec-fetch-site': site }
        assertRefused(await anonymous.submit(signIn, login, elsewhere))
        assertRefused(await browser.submit(consent, allowed, elsewhere))
      }
      const own = { 'sec-fetch-site': 'same-origin' }
      assert.equal((await anonymous.submit(signIn, login, own)).status, 200)
      assert.equal((await browser.submit(consent, allowed, own)).status, 303)
    })

    test('a form of another content type is refused', async () => {
      const { browser, consent, world } = await setUp()
      const fields = { ...hiddenFieldsOf(consent), decision: 'allow' }
      for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
        const body = type.includes('json') ? JSON.stringify(fields) : String(new URLSearchParams(fields))
        const init = { method: 'POST', headers: { 'content-type': type }, body }
        const page = await browser.send(`${authUrlOf(world)}/consent`, init)
        assert.deepEqual([page.status, page.location], [400, null])
      }
    })

    test('a form can be sent again, as after going back', async () => {
      const { browser, consent } = await setUp()
      assert.notEqual(await allow(browser, consent), await allow(browser, consent))
    })

    test('a form with a changed request is checked again', async () => {
      const { app, browser, consent, allowed } = await setUp()
      const request = authorizeQuery(app, { redirect_uri: 'https://evil.example/callback' })
      const page = await browser.submit(consent, { ...allowed, request })
      assert.deepEqual([page.status, page.location], [400, null])
      assert.equal((await browser.submit(consent, { ...allowed, request: '' })).status, 400)
    })
  })
})
