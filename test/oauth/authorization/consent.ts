import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { CreateAppInput, Permission } from '@parley/core/admin'
import { scopes } from '@parley/core/contract'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person } from '../../support/world.js'
import { hiddenFieldsOf, shownBy } from '../browser.js'
import { info } from '../endpoints.js'
import { allow, authorize, authorizeQuery, signedIn, tokensFor } from '../flow.js'
import { everyScope } from '../scope-table.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: consent', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(traits: Partial<CreateAppInput> = {}, permission: Permission = 'administrator') {
    const world = await suite.world()
    const app = await registerApp(world, traits)
    return { world, app, agent: await agentWithPassword(world, 'ada', permission) }
  }

  describe('the consent page', () => {
    test('the consent page names the app, the user, the destination and the requested scopes in plain words', async () => {
      const { world, app, agent } = await setUp({ name: 'Desk <b>&' })
      const { consent } = await signedIn(world, app, agent)
      const shown = shownBy(consent)
      assert.match(shown, /^Desk <b>& asks for access ada ada-\d+@example\.com /)
      assert.match(
        shown,
        /can: Read every chat that you can see Close every chat, and change who takes part and who can see it You will/,
      )
      assert.match(shown, /You will be sent to app\.example\.com \./)
      assert.doesNotMatch(shown, /administrator/)
      assert.doesNotMatch(consent.text, /Desk <b>/)
    })

    test('the consent page marks scopes that a user who is not an administrator cannot grant', async () => {
      const { world, app, agent } = await setUp({}, 'normal')
      const { consent } = await signedIn(world, app, agent)
      assert.match(consent.text, /<li>Read every chat that you can see<\/li>/)
      assert.match(consent.text, /<s>Close every chat, [^<]+<\/s>/)
      assert.match(shownBy(consent), /Not granted: only an administrator can/)
    })

    test('the consent page describes every scope in words that are not the API’s', async () => {
      const { world, app, agent } = await setUp({ scopes: everyScope })
      const { consent } = await signedIn(world, app, agent)
      const shown = shownBy(consent)
      for (const { meaning, plainWords } of Object.values(scopes)) {
        assert.ok(shown.includes(plainWords), plainWords)
        assert.ok(!shown.includes(meaning), meaning)
      }
    })

    for (const decision of ['deny', '', 'ALLOW', 'yes']) {
      test(`the consent page does not redirect when the decision is "${decision}"`, async () => {
        const { world, app, agent } = await setUp()
        const { browser, consent } = await signedIn(world, app, agent)
        const page = await browser.submit(consent, { decision })
        assert.deepEqual([page.status, page.location], [200, null])
        assert.match(shownBy(page), /^Access denied Desk got no access to your account\./)
      })
    }

    test('the consent page is shown again when the scopes of the app have changed', async () => {
      const { world, app, agent } = await setUp()
      const { browser, consent } = await signedIn(world, app, agent)
      await world.engine.parley.admin.apps.update(app.clientId, {
        scopes: ['chats--all:read', 'customers:read'],
      })
      const again = await browser.submit(consent, { decision: 'allow' })
      assert.deepEqual([again.status, again.location], [200, null])
      assert.match(shownBy(again), /Desk asks for access .* See what is known about customers/)
      assert.match(await allow(browser, again), /\?code=plo_/)
    })

    test('the consent page of another user has no effect for the user who is signed in now', async () => {
      const { world, app, agent } = await setUp()
      const { consent } = await signedIn(world, app, agent)
      const other = await signedIn(world, app, await agentWithPassword(world, 'bob'))
      const { csrf = '' } = hiddenFieldsOf(other.consent)
      const again = await other.browser.submit(consent, { csrf, decision: 'allow' })
      assert.equal(again.location, null)
      assert.match(shownBy(again), /^Desk asks for access bob /)
    })

    test('the consent page is shown immediately to a user who has already signed in', async () => {
      const { world, app, agent } = await setUp()
      const { browser } = await signedIn(world, app, agent)
      const other = await registerApp(world, { name: 'Other' })
      const page = await browser.arrive(authorizeQuery(other))
      assert.match(shownBy(page), /^Other asks for access/)
      assert.match(await allow(browser, page), /\?code=plo_/)
    })

    test('the consent page lets another user sign in, and ends the session of the previous one', async () => {
      const { world, app, agent } = await setUp()
      const { browser, consent } = await signedIn(world, app, agent)
      const stale = browser.copy()
      const page = await browser.submit(consent, { decision: 'switch' })
      assert.match(shownBy(page), /^Sign in to continue to Desk/)
      assert.match(shownBy(await stale.arrive(authorizeQuery(app))), /^Sign in/)
      const other = await agentWithPassword(world, 'bob')
      const next = await browser.submit(page, { login: other.id, password: other.password })
      assert.match(shownBy(next), /^Desk asks for access bob /)
      assert.match(await allow(browser, next), /\?code=plo_/)
    })

    test('the consent page asks to sign in again when the session has expired', async () => {
      const { world, app, agent } = await setUp()
      const { browser, consent } = await signedIn(world, app, agent)
      world.engine.clock.advance(43_200_000)
      assert.match(shownBy(await browser.submit(consent, { decision: 'allow' })), /^Sign in/)
      assert.match(shownBy(await browser.arrive(authorizeQuery(app))), /^Sign in/)
    })

    test('the consent page asks to sign in again when the password has changed or the agent is gone', async () => {
      const { world, app, agent } = await setUp()
      const { browser, consent } = await signedIn(world, app, agent)
      await world.engine.parley.admin.agents.setPassword(agent.id, 'another password')
      assert.match(shownBy(await browser.submit(consent, { decision: 'allow' })), /^Sign in/)
      const again = await signedIn(world, app, { id: agent.id, password: 'another password' })
      await world.engine.parley.admin.agents.delete(agent.id)
      assert.match(shownBy(await again.browser.submit(again.consent, { decision: 'allow' })), /^Sign in/)
    })
  })

  describe('what a token may do', () => {
    test('a token includes all scopes of the app for an administrator, and no administrator scopes for others', async () => {
      const { world, app, agent } = await setUp()
      const [boss, normal] = [agent, await agentWithPassword(world, 'bob', 'normal')]
      const scopeOf = async (login: typeof agent) =>
        textAt((await info(world, (await tokensFor(world, app, login)).accessToken)).body, 'scope')
      assert.equal(await scopeOf(boss), 'chats--all:read,chats.meta--all:write')
      assert.equal(await scopeOf(normal), 'chats--all:read')
    })

    test('a token may have no scope at all', async () => {
      const { world, app, agent } = await setUp({ scopes: [] })
      const { accessToken } = await tokensFor(world, app, agent)
      assert.equal(textAt((await info(world, accessToken)).body, 'scope'), '')
      await new Person(world, 'agent', agent.id, accessToken).web().succeed('start_chat')
    })
  })

  describe('an app of another account', () => {
    test('an app of another account that is private cannot be authorized', async () => {
      const [{ app }, { world, agent }] = [await setUp(), await setUp()]
      const page = await (await signedInElsewhere(world, agent)).arrive(authorizeQuery(app))
      assert.deepEqual([page.status, page.location], [403, null])
      assert.match(shownBy(page), /another account\. Error: access_denied/)
      assert.doesNotMatch(page.text, /<form/)
    })

    test('an app of another account that is private cannot be authorized by sending the form of another page', async () => {
      const [{ app }, { world, agent, app: own }] = [await setUp(), await setUp()]
      const { browser, consent } = await signedIn(world, own, agent)
      const page = await browser.submit(consent, { request: authorizeQuery(app), decision: 'allow' })
      assert.deepEqual([page.status, page.location], [403, null])
    })

    test('an app of another account that is public can be authorized; its token belongs to the account of the user', async () => {
      const { app } = await setUp({ type: 'browser', visibility: 'public' })
      const { world, agent } = await setUp()
      const location = await authorize(world, app, agent)
      const token = new URLSearchParams(new URL(location).hash.slice(1)).get('access_token') ?? ''
      const { body } = await info(world, token)
      assert.deepEqual([textAt(body, 'client_id'), textAt(body, 'entity_id')], [app.clientId, agent.id])
      await new Person(world, 'agent', agent.id, token).web().succeed('get_filtered_chats')
    })

    async function signedInElsewhere(world: Person['world'], agent: { id: string; password: string }) {
      return (await signedIn(world, await registerApp(world), agent)).browser
    }
  })
})
