import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { assertNotStored, assertOAuthError, info, postToken } from '../endpoints.js'
import { browserTokenFor, codeFor, exchangeForm, refreshed, tokensFor } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: info', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(type: 'server' | 'browser' = 'server') {
    const world = await suite.world()
    return { world, app: await registerApp(world, { type }), agent: await agentWithPassword(world) }
  }

  describe('GET /info', () => {
    test('GET /info returns all data of an access token, with its refresh token', async () => {
      const { world, app, agent } = await setUp()
      const { accessToken, refreshToken } = await tokensFor(world, app, agent)
      world.engine.clock.advance(1_500)
      const { status, headers, body } = await info(world, accessToken)
      assert.equal(status, 200)
      assertNotStored(headers)
      assert.deepEqual(body, {
        access_token: accessToken,
        refresh_token: refreshToken,
        expires_in: 28_799,
        client_id: app.clientId,
        scope: 'chats--all:read,chats.meta--all:write',
        token_type: 'Bearer',
        entity_id: agent.id,
        license_id: world.licenseId,
      })
    })

    test('GET /info returns the same refresh token for each access token issued for it', async () => {
      const { world, app, agent } = await setUp()
      const { refreshToken } = await tokensFor(world, app, agent)
      for (let count = 0; count < 2; count += 1) {
        const { accessToken } = await refreshed(world, app, refreshToken)
        const { body } = await info(world, accessToken)
        assert.equal(at(body, 'refresh_token'), refreshToken)
      }
    })

    test('GET /info returns no refresh token when there is none', async () => {
      const { world, app, agent } = await setUp('browser')
      const accessToken = await browserTokenFor(world, app, agent)
      assert.deepEqual((await info(world, accessToken)).body, {
        access_token: accessToken,
        expires_in: 28_800,
        client_id: app.clientId,
        scope: 'chats--all:read,chats.meta--all:write',
        token_type: 'Bearer',
        entity_id: agent.id,
        license_id: world.licenseId,
      })
    })

    test('GET /info returns the data of a customer token', async () => {
      const world = await suite.world()
      const { id, token } = await world.customer()
      assert.deepEqual((await info(world, token)).body, {
        access_token: token,
        expires_in: 28_800,
        client_id: world.clientId,
        scope: '',
        token_type: 'Bearer',
        entity_id: id,
        license_id: world.licenseId,
      })
    })

    test('GET /info works until the last millisecond of the token, and for an expired license', async () => {
      const { world, app, agent } = await setUp()
      const { accessToken } = await tokensFor(world, app, agent)
      await world.engine.parley.admin.licenses.update(world.licenseId, { expiresAt: new Date(0) })
      world.engine.clock.advance(28_799_999)
      assert.equal(at((await info(world, accessToken)).body, 'expires_in'), 1)
      world.engine.clock.advance(1)
      assertOAuthError(await info(world, accessToken), 401, 'invalid_token')
    })

    test('GET /info accepts only an active access or customer token', async () => {
      const { world, app, agent } = await setUp()
      const code = await codeFor(world, app, agent)
      const { accessToken, refreshToken } = await tokensFor(world, app, agent)
      const wrong = [
        refreshToken,
        code,
        app.clientSecret,
        app.clientId,
        'x',
        `${accessToken}x`,
        accessToken.slice(4),
      ]
      for (const token of wrong) assertOAuthError(await info(world, token), 401, 'invalid_token')
      assert.equal((await postToken(world, exchangeForm(app, code))).status, 200)
    })

    test('reads the token only from the header, with the scheme in any case', async () => {
      const { world, app, agent } = await setUp()
      const { accessToken } = await tokensFor(world, app, agent)
      const url = `${authUrlOf(world)}/info`
      const headers = (authorization: string) => ({ headers: { authorization } })
      assert.equal((await exchange(url, headers(`bEARER  ${accessToken}`))).status, 200)
      for (const request of [
        {},
        headers(accessToken),
        headers(`Basic ${accessToken}`),
        headers('Bearer'),
        headers(`Bearer ${accessToken} x`),
      ]) {
        const answer = await exchange(`${url}?access_token=${accessToken}`, request)
        assertOAuthError(answer, 401, 'invalid_token')
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      }
    })
  })
})
