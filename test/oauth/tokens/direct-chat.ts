import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { assertOAuthError, revoke } from '../endpoints.js'
import { tokensFor } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, redirectUri, registerApp } from '../tenant.js'

forEachStorage('oauth: direct chat', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp() {
    const world = await suite.world()
    const app = await registerApp(world)
    const { licenseId, engine } = world
    const customer = await engine.parley.admin.tokens.createForCustomer({ licenseId, clientId: app.clientId })
    const open = (redirect_uri: string, access_token = customer.accessToken) => {
      const url = `${authUrlOf(world)}/customer?${new URLSearchParams({ access_token, redirect_uri })}`
      return exchange(url, { redirect: 'manual' })
    }
    return { world, app, token: customer.accessToken, open }
  }

  describe('the direct chat URL', () => {
    test('the direct chat URL leads to the chat with the token in the fragment', async () => {
      const { world, token, open } = await setUp()
      world.engine.clock.advance(500)
      const { status, headers } = await open(`${redirectUri}/chat`)
      const fragment = `access_token=${token}&license_id=${world.licenseId}&expires_in=28800&token_type=Bearer`
      assert.deepEqual([status, headers.get('location')], [302, `${redirectUri}/chat#${fragment}`])
      assert.deepEqual(
        [headers.get('cache-control'), headers.get('referrer-policy')],
        ['no-store', 'no-referrer'],
      )
    })

    test('the direct chat URL redirects only to a redirect URI of the app of the token', async () => {
      const { world, open } = await setUp()
      await registerApp(world, { redirectUris: ['https://other.example.com'] })
      for (const uri of [
        'https://other.example.com',
        'https://evil.example',
        `${redirectUri}?a`,
        `${redirectUri}/..`,
        '//x',
      ]) {
        const answer = await open(uri)
        assertOAuthError(answer, 400, 'invalid_request')
        assert.equal(answer.headers.get('location'), null)
      }
    })

    test('the direct chat URL accepts only an active customer token', async () => {
      const { world, app, token, open } = await setUp()
      const { accessToken, refreshToken } = await tokensFor(world, app, await agentWithPassword(world))
      for (const wrong of [accessToken, refreshToken, 'x']) {
        assertOAuthError(await open(redirectUri, wrong), 401, 'invalid_token')
      }
      await revoke(world, token)
      assertOAuthError(await open(redirectUri), 401, 'invalid_token')
    })

    test('the direct chat URL stops working when the token or the app is gone', async () => {
      const [first, second] = [await setUp(), await setUp()]
      await second.world.engine.parley.admin.apps.delete(second.app.clientId)
      assertOAuthError(await second.open(redirectUri), 401, 'invalid_token')
      first.world.engine.clock.advance(28_800_000)
      assertOAuthError(await first.open(redirectUri), 401, 'invalid_token')
    })
  })
})
