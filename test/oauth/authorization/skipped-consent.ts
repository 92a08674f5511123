import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { CreateAppInput, Permission } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser, shownBy } from '../browser.js'
import { info, postToken } from '../endpoints.js'
import { authorizeQuery, exchangeForm } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: skipped consent', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(traits: Partial<CreateAppInput> = {}, permission: Permission = 'administrator') {
    const world = await suite.world()
    const app = await registerApp(world, { skipsConsent: true, ...traits })
    return { world, app, agent: await agentWithPassword(world, 'ada', permission) }
  }

  describe('an app of the host that skips consent', () => {
    test('an app of the host that skips consent gets its code right after the password, and without a page from then on', async () => {
      const { world, app, agent } = await setUp({}, 'normal')
      const browser = new Browser(authUrlOf(world))
      const { id: login, password } = agent
      const query = authorizeQuery(app, { state: 'x' })
      const first = await browser.submit(await browser.arrive(query), { login, password })
      const second = await browser.arrive(query)
      assert.deepEqual([first.status, second.status], [303, 302])
      for (const { location } of [first, second]) {
        const address = new URL(location ?? '')
        assert.equal(`${address.origin}${address.pathname}`, 'https://app.example.com/callback')
        assert.equal(address.searchParams.get('state'), 'x')
        const code = address.searchParams.get('code') ?? ''
        const { body } = await postToken(world, exchangeForm(app, code))
        const shown = await info(world, textAt(body, 'access_token'))
        assert.equal(at(shown.body, 'scope'), 'chats--all:read')
      }
    })

    test('an app of the host that skips consent shows the sign-in page to users who are not signed in, and an error to other licenses', async () => {
      const { world, app } = await setUp({ type: 'browser' })
      const browser = new Browser(authUrlOf(world))
      const { id: login, password } = await agentWithPassword(await suite.world(), 'eve')
      const page = await browser.arrive(authorizeQuery(app))
      assert.match(shownBy(page), /Password/)
      const refused = await browser.submit(page, { login, password })
      assert.deepEqual([refused.status, refused.location], [403, null])
    })

    test('an app of the host that skips consent is private', async () => {
      const { world, app } = await setUp({ type: 'browser' })
      const { apps } = world.engine.parley.admin
      const isInvalid = { type: 'validation', message: /only a private app can skip the consent page/ }
      await assert.rejects(
        registerApp(world, { type: 'browser', visibility: 'public', skipsConsent: true }),
        isInvalid,
      )
      await assert.rejects(apps.update(app.clientId, { visibility: 'public' }), isInvalid)
      const changed = await apps.update(app.clientId, { visibility: 'public', skipsConsent: false })
      assert.deepEqual([changed.visibility, changed.skipsConsent], ['public', false])
    })
  })
})
