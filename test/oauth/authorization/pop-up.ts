import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { CreateAppInput } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser, shownBy, unescapeHtml, type Visit } from '../browser.js'
import { info, postToken } from '../endpoints.js'
import { authorizeQuery, exchangeForm, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, redirectUri, registerApp } from '../tenant.js'

/** Returns the message that the page of a pop-up posts to its opener, and the target origin. */
function postedMessage({ text }: Visit): { readonly targetOrigin: string; readonly message: unknown } {
  const [, targetOrigin = '', message = ''] =
    /<script nonce="[^"]+" data-target-origin="([^"]*)" data-message="([^"]*)"/.exec(text) ?? []
  return { targetOrigin, message: JSON.parse(unescapeHtml(message) || '{}') }
}

forEachStorage('oauth: pop-up', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(traits: Partial<CreateAppInput> = {}) {
    const world = await suite.world()
    const app = await registerApp(world, traits)
    return { world, app, agent: await agentWithPassword(world) }
  }

  describe('a request with flow=button', () => {
    test('a request with flow=button ends with a page that posts a message to the registered origin, and no redirect', async () => {
      const { world, app, agent } = await setUp({ type: 'browser' })
      const state = `x"'<\u{1f600}&+ %`
      const { browser, consent } = await signedIn(
        world,
        app,
        agent,
        authorizeQuery(app, { flow: 'button', state }),
      )
      assert.match(shownBy(consent), /This window will close and tell app\.example\.com \./)
      const page = await browser.submit(consent, { decision: 'allow' })
      assert.deepEqual([page.status, page.location], [200, null])
      const { targetOrigin, message } = postedMessage(page)
      assert.equal(targetOrigin, 'https://app.example.com')
      const answer = (name: string) => at(message, `data.${name}`)
      assert.deepEqual(['token_type', 'expires_in', 'state'].map(answer), ['Bearer', '28800', state])
      assert.equal((await info(world, textAt(message, 'data.access_token'))).status, 200)
      const policy = page.headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? []
      assert.ok(page.text.includes(`<script nonce="${nonce}"`), policy)
      assert.equal(page.headers.get('cache-control'), 'no-store')
    })

    test('a request with flow=button posts the code to a server-side app', async () => {
      const { world, app, agent } = await setUp()
      const query = authorizeQuery(app, { flow: 'button' })
      const { browser, consent } = await signedIn(world, app, agent, query)
      const { message } = postedMessage(await browser.submit(consent, { decision: 'allow' }))
      assert.equal((await postToken(world, exchangeForm(app, textAt(message, 'data.code')))).status, 200)
    })

    test('a request with flow=button posts errors of the app and the denial of the user', async () => {
      const { world, app, agent } = await setUp({ type: 'browser' })
      const wrong = authorizeQuery(app, { flow: 'button', response_type: 'code' })
      const refused = await new Browser(authUrlOf(world)).arrive(wrong)
      assert.equal(at(postedMessage(refused).message, 'error.oauth_exception'), 'unsupported_response_type')
      assert.equal(postedMessage(refused).targetOrigin, 'https://app.example.com')
      const query = authorizeQuery(app, { flow: 'button' })
      const { browser, consent } = await signedIn(world, app, agent, query)
      const denied = await browser.submit(consent, { decision: 'deny' })
      assert.match(shownBy(denied), /^Access denied/)
      assert.equal(at(postedMessage(denied).message, 'error.oauth_exception'), 'access_denied')
    })

    test('a request with flow=button posts nothing to an unregistered origin or for an unknown app', async () => {
      const { world, app } = await setUp({ type: 'browser' })
      const strange = [
        { redirect_uri: 'https://evil.example/callback' },
        { redirect_uri: `${redirectUri.replace('https', 'http')}` },
        { redirect_uri: 'https://app.example.com.evil.example/callback' },
        { redirect_uri: undefined },
        { client_id: 'f'.repeat(32) },
      ]
      for (const changes of strange) {
        const page = await new Browser(authUrlOf(world)).arrive(
          authorizeQuery(app, { flow: 'button', ...changes }),
        )
        assert.equal(page.status, 400)
        assert.doesNotMatch(page.text, /<script/)
        assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /script/)
      }
    })
  })

  for (const flow of ['redirect', 'Button', '']) {
    test(`a request with flow=${flow} ends with a redirect`, async () => {
      const { world, app, agent } = await setUp({ type: 'browser' })
      const { browser, consent } = await signedIn(world, app, agent, authorizeQuery(app, { flow }))
      const { location } = await browser.submit(consent, { decision: 'allow' })
      assert.match(location ?? '', /^https:\/\/app\.example\.com\/callback#access_token=pla_/)
    })
  }
})
