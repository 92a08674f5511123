import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person } from '../../support/world.js'
import { assertNotStored, assertOAuthError, info, isAlive, postToken } from '../endpoints.js'
import { refreshed, refreshForm, tokensFor } from '../flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: refresh', (storage) => {
  const suite = useEngine(storage, {
    ...cheapPasswords,
    fixed: { limits: { authorizationRequestCount: 1_000 } },
  })

  async function setUp() {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
    return { world, app, agent, tokens: await tokensFor(world, app, agent) }
  }

  describe('refreshing', () => {
    test('refreshing returns another access token and the same refresh token each time', async () => {
      const { world, app, tokens } = await setUp()
      const { status, headers, body } = await postToken(world, refreshForm(app, tokens.refreshToken))
      assert.equal(status, 200)
      assertNotStored(headers)
      const access_token = textAt(body, 'access_token')
      const refresh_token = tokens.refreshToken
      assert.deepEqual(body, { access_token, refresh_token, expires_in: 28_800, token_type: 'Bearer' })
      const again = await refreshed(world, app, refresh_token)
      assert.equal(new Set([tokens.accessToken, access_token, again.accessToken]).size, 3)
      for (const token of [tokens.accessToken, access_token, again.accessToken])
        assert.ok(await isAlive(world, token))
    })

    test('refreshing works long after the access token has expired', async () => {
      const { world, app, tokens } = await setUp()
      world.engine.clock.advance(48 * 3_600_000)
      assert.equal(await isAlive(world, tokens.accessToken), false)
      assert.equal(await isAlive(world, (await refreshed(world, app, tokens.refreshToken)).accessToken), true)
    })

    test('refreshing works only for the client of the token, and only with refresh tokens', async () => {
      const { world, app, tokens } = await setUp()
      const other = await registerApp(world)
      assertOAuthError(await postToken(world, refreshForm(other, tokens.refreshToken)), 400, 'invalid_grant')
      const wrongSecret = { ...refreshForm(app, tokens.refreshToken), client_secret: other.clientSecret }
      assertOAuthError(await postToken(world, wrongSecret), 401, 'invalid_client')
      for (const token of [tokens.accessToken, 'plr_unknown', tokens.refreshToken.slice(0, -1)]) {
        assertOAuthError(await postToken(world, refreshForm(app, token)), 400, 'invalid_grant')
      }
      assert.equal(await isAlive(world, tokens.accessToken), true)
    })

    test('refreshing removes scopes that the app has lost, and never adds new ones', async () => {
      const { world, app, tokens } = await setUp()
      const { apps } = world.engine.parley.admin
      const scope = async () =>
        at((await info(world, (await refreshed(world, app, tokens.refreshToken)).accessToken)).body, 'scope')
      await apps.update(app.clientId, { scopes: ['chats--all:read', 'customers:read'] })
      assert.equal(await scope(), 'chats--all:read')
      assert.equal(
        at((await info(world, tokens.accessToken)).body, 'scope'),
        'chats--all:read,chats.meta--all:write',
      )
    })

    test('refreshing works when the license has expired', async () => {
      const { world, app, tokens } = await setUp()
      await world.engine.parley.admin.licenses.update(world.licenseId, { expiresAt: new Date(0) })
      await refreshed(world, app, tokens.refreshToken)
    })

    test('refreshing stops working when the agent or app is removed or the password changes', async () => {
      const { world, app, agent, tokens } = await setUp()
      const { admin } = world.engine.parley
      await admin.agents.setPassword(agent.id, 'another password')
      assertOAuthError(await postToken(world, refreshForm(app, tokens.refreshToken)), 400, 'invalid_grant')
      const next = await tokensFor(world, app, { id: agent.id, password: 'another password' })
      await admin.agents.delete(agent.id)
      assertOAuthError(await postToken(world, refreshForm(app, next.refreshToken)), 400, 'invalid_grant')
      await admin.apps.delete(app.clientId)
      assertOAuthError(await postToken(world, refreshForm(app, next.refreshToken)), 401, 'invalid_client')
    })
  })

  describe('refresh tokens of one app and agent', () => {
    test('refresh tokens of one app and agent are at most 25: the oldest is revoked with its access tokens and sessions', async () => {
      const { world, app, agent, tokens: oldest } = await setUp()
      const { accessToken: later } = await refreshed(world, app, oldest.refreshToken)
      const session = await new Person(world, 'agent', agent.id, later).connect()
      const oldTokens = []
      for (let count = 0; count < 24; count += 1) {
        world.engine.clock.advance(1_000)
        oldTokens.push(await tokensFor(world, app, agent))
      }
      assert.equal(await isAlive(world, oldest.accessToken), true)
      world.engine.clock.advance(1_000)
      oldTokens.push(await tokensFor(world, app, agent))
      assert.deepEqual(await session.push('agent_disconnected'), { reason: 'access_token_revoked' })
      assert.equal((await session.waitForEnd()).code, 4003)
      assert.deepEqual(
        [await isAlive(world, oldest.accessToken), await isAlive(world, later)],
        [false, false],
      )
      assertOAuthError(await postToken(world, refreshForm(app, oldest.refreshToken)), 400, 'invalid_grant')
      for (const { accessToken, refreshToken } of oldTokens) {
        assert.equal(await isAlive(world, accessToken), true)
        await refreshed(world, app, refreshToken)
      }
    })

    test('refresh tokens of one app and agent are not more when many codes are exchanged at the same time', async () => {
      const { world, app, agent, tokens: first } = await setUp()
      const { tokens } = world.engine.parley.admin
      const options = { licenseId: world.licenseId, clientId: app.clientId, agentId: agent.id }
      const pairs = await Promise.all(Array.from({ length: 39 }, () => tokens.createForAgent(options)))
      const alive = await Promise.all([first, ...pairs].map(({ accessToken }) => isAlive(world, accessToken)))
      assert.equal(alive.filter(Boolean).length, 25)
    })

    test('refresh tokens of one app and agent are counted per app and agent', async () => {
      const { world, app, agent, tokens: oldest } = await setUp()
      const { tokens } = world.engine.parley.admin
      const [other, colleague] = [await registerApp(world), await agentWithPassword(world, 'bob')]
      for (const [clientId, agentId] of [
        [other.clientId, agent.id],
        [app.clientId, colleague.id],
      ] as const) {
        for (let count = 0; count < 25; count += 1) {
          await tokens.createForAgent({ licenseId: world.licenseId, clientId, agentId })
        }
      }
      assert.equal(await isAlive(world, oldest.accessToken), true)
    })
  })
})
