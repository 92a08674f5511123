import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person } from '../../support/world.js'
import {
  assertNotStored,
  assertOAuthError,
  basic,
  isAlive,
  postForm,
  postToken,
  revoke,
} from '../endpoints.js'
import { browserTokenFor, codeFor, exchangeForm, refreshed, refreshForm, tokensFor } from '../flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: revocation', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  /** Returns two families of tokens of one agent. The first one has two additional access tokens. */
  async function setUp() {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
    const [first, other] = [await tokensFor(world, app, agent), await tokensFor(world, app, agent)]
    const second = await refreshed(world, app, first.refreshToken)
    const third = await refreshed(world, app, first.refreshToken)
    const family = [first.accessToken, second.accessToken, third.accessToken] as const
    const livingCount = async () => {
      const alive = await Promise.all(family.map((token) => isAlive(world, token)))
      return alive.filter(Boolean).length
    }
    const mayRefresh = async () =>
      (await postToken(world, refreshForm(app, first.refreshToken))).status === 200
    return { world, app, agent, family, refreshToken: first.refreshToken, other, livingCount, mayRefresh }
  }

  describe('DELETE /token', () => {
    for (const index of [0, 1, 2] as const) {
      test(`DELETE /token of access token ${index + 1} of a family ends all of it, and no other`, async () => {
        const { world, app, family, other, livingCount, mayRefresh } = await setUp()
        const answer = await revoke(world, family[index])
        assert.deepEqual([answer.status, answer.body], [200, {}])
        assertNotStored(answer.headers)
        assert.deepEqual([await livingCount(), await mayRefresh()], [0, false])
        assert.equal(await isAlive(world, other.accessToken), true)
        await refreshed(world, app, other.refreshToken)
      })
    }

    test('DELETE /token of a refresh token revokes its access tokens, and no others', async () => {
      const { world, refreshToken, other, livingCount, mayRefresh } = await setUp()
      assert.equal((await revoke(world, refreshToken)).status, 200)
      assert.deepEqual([await livingCount(), await mayRefresh()], [0, false])
      assert.equal(await isAlive(world, other.accessToken), true)
    })

    test('DELETE /token of the token of a browser app revokes only that token', async () => {
      const world = await suite.world()
      const [app, agent] = [await registerApp(world, { type: 'browser' }), await agentWithPassword(world)]
      const [first, second] = [
        await browserTokenFor(world, app, agent),
        await browserTokenFor(world, app, agent),
      ]
      await revoke(world, first)
      assert.deepEqual([await isAlive(world, first), await isAlive(world, second)], [false, true])
    })

    test('DELETE /token of a customer token revokes only that token', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const second = await world.customerToken(customer.id)
      await revoke(world, customer.token)
      assert.deepEqual([await isAlive(world, customer.token), await isAlive(world, second)], [false, true])
    })

    test('DELETE /token of an unknown or revoked token has the same response', async () => {
      const { world, app, agent, family } = await setUp()
      const code = await codeFor(world, app, agent)
      await revoke(world, family[0])
      for (const token of [family[0], 'pla_unknown', 'x', app.clientSecret, code, '../', `${family[1]} `]) {
        const answer = await revoke(world, token)
        assert.deepEqual([answer.status, answer.body], [200, {}])
      }
      assert.equal((await postToken(world, exchangeForm(app, code))).status, 200)
    })

    test('DELETE /token applies to requests immediately', async () => {
      const { world, agent, family } = await setUp()
      const web = new Person(world, 'agent', agent.id, family[0]).web()
      await web.succeed('get_filtered_chats')
      await revoke(world, family[1])
      assert.equal((await web.post('get_filtered_chats')).status, 401)
    })

    test('DELETE /token while the token is being refreshed leaves no active token', async () => {
      const { world, app, refreshToken } = await setUp()
      const refreshes = Array.from({ length: 10 }, () => postToken(world, refreshForm(app, refreshToken)))
      const [, ...answers] = await Promise.all([revoke(world, refreshToken), ...refreshes])
      for (const { status, body } of answers) {
        if (status === 200) assert.equal(await isAlive(world, textAt(body, 'access_token')), false)
      }
    })
  })

  describe('POST /revoke', () => {
    test('POST /revoke requires the authentication of the app that the token belongs to', async () => {
      const { world, app, family, livingCount, mayRefresh } = await setUp()
      const answer = await postForm(
        world,
        '/revoke',
        { token: family[1] },
        basic(app.clientId, app.clientSecret),
      )
      assert.deepEqual([answer.status, answer.body], [200, {}])
      assert.deepEqual([await livingCount(), await mayRefresh()], [0, false])
    })

    test('POST /revoke accepts a hint, and finds the token even when the hint is wrong', async () => {
      const { world, app, refreshToken, livingCount } = await setUp()
      const form = { token: refreshToken, token_type_hint: 'access_token' }
      const answer = await postForm(world, '/revoke', form, basic(app.clientId, app.clientSecret))
      assert.deepEqual([answer.status, await livingCount()], [200, 0])
    })

    test('POST /revoke of an unknown token succeeds', async () => {
      const { world, app } = await setUp()
      const answer = await postForm(world, '/revoke', { token: 'x' }, basic(app.clientId, app.clientSecret))
      assert.deepEqual([answer.status, answer.body], [200, {}])
    })

    test('POST /revoke refuses the token of another app, and leaves it active', async () => {
      const { world, family, refreshToken, livingCount, mayRefresh } = await setUp()
      const other = await registerApp(world)
      for (const token of [family[0], refreshToken]) {
        const answer = await postForm(world, '/revoke', { token }, basic(other.clientId, other.clientSecret))
        assertOAuthError(answer, 400, 'invalid_request')
      }
      assert.deepEqual([await livingCount(), await mayRefresh()], [3, true])
    })

    test('POST /revoke without the right secret is refused', async () => {
      const { world, app, family, livingCount } = await setUp()
      const [token] = family
      assertOAuthError(await postForm(world, '/revoke', { token }), 400, 'invalid_request')
      assertOAuthError(
        await postForm(world, '/revoke', { token, client_id: app.clientId }),
        401,
        'invalid_client',
      )
      assertOAuthError(
        await postForm(world, '/revoke', { token }, basic(app.clientId, 'x')),
        401,
        'invalid_client',
      )
      const nothing = await postForm(world, '/revoke', {}, basic(app.clientId, app.clientSecret))
      assertOAuthError(nothing, 400, 'invalid_request')
      assert.equal(await livingCount(), 3)
    })
  })
})
