import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { has, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { WebAnswer } from '../../support/web-client.js'
import type { World } from '../../support/world.js'
import { isAlive, postForm, postToken } from '../endpoints.js'
import { authorizeQuery, codeFor, exchangeForm, refreshForm, signedIn, tokensFor } from '../flow.js'
import { agentWithPassword, cheapPasswords, type OAuthApp, redirectUri, registerApp } from '../tenant.js'

const count = 20

/** Checks that no token that was issued before the app was removed is active afterwards. */
async function assertNoneAlive(world: World, answers: readonly WebAnswer[]): Promise<void> {
  for (const { status, body } of answers) {
    assert.ok(status < 500, JSON.stringify(body))
    if (has(body, 'access_token')) assert.equal(await isAlive(world, textAt(body, 'access_token')), false)
  }
}

forEachStorage('oauth: removal of an app under way', (storage) => {
  const fixed = { limits: { authorizationRequestCount: 1_000 } }
  const suite = useEngine(storage, { ...cheapPasswords, fixed })

  async function setUp(type: OAuthApp['responseType'] = 'code') {
    const world = await suite.world()
    const scopes = ['customers.identity--manage'] as const
    const app = await registerApp(world, { scopes, type: type === 'code' ? 'server' : 'browser' })
    const remove = () => world.engine.parley.admin.apps.delete(app.clientId)
    return { world, app, agent: await agentWithPassword(world), remove }
  }

  test('removing an app leaves no active token of codes that are being exchanged', async () => {
    const { world, app, agent, remove } = await setUp()
    const codes: string[] = []
    for (let index = 0; index < count; index += 1) codes.push(await codeFor(world, app, agent))
    const exchanges = codes.map((code) => postToken(world, exchangeForm(app, code)))
    const [, ...answers] = await Promise.all([remove(), ...exchanges])
    await assertNoneAlive(world, answers)
  })

  test('removing an app leaves no active token of refresh tokens that are being used', async () => {
    const { world, app, agent, remove } = await setUp()
    const { refreshToken } = await tokensFor(world, app, agent)
    const refreshes = Array.from({ length: count }, () => postToken(world, refreshForm(app, refreshToken)))
    const [, ...answers] = await Promise.all([remove(), ...refreshes])
    await assertNoneAlive(world, answers)
  })

  test('removing an app leaves no active customer token', async () => {
    const { world, app, agent, remove } = await setUp()
    const { accessToken } = await tokensFor(world, app, agent)
    const form = { client_id: app.clientId, response_type: 'token', redirect_uri: redirectUri }
    const bearer = { authorization: `Bearer ${accessToken}` }
    const creations = Array.from({ length: count }, () => postForm(world, '/customer/', form, bearer))
    const [, ...answers] = await Promise.all([remove(), ...creations])
    await assertNoneAlive(world, answers)
  })

  test('removing an app leaves no active token after a consent that was just given', async () => {
    const { world, app, agent, remove } = await setUp('token')
    const { browser, consent } = await signedIn(world, app, agent, authorizeQuery(app))
    const decisions = Array.from({ length: count }, () => browser.submit(consent, { decision: 'allow' }))
    const [, ...visits] = await Promise.all([remove(), ...decisions])
    for (const { status, location } of visits) {
      assert.ok(status < 500)
      const token =
        location === null ? null : new URLSearchParams(new URL(location).hash.slice(1)).get('access_token')
      if (token !== null) assert.equal(await isAlive(world, token), false)
    }
  })

  test('removing an app leaves no webhook that is being registered, and no session of a bot that is being created', async () => {
    const { world, app, agent, remove } = await setUp()
    const { parley } = world.engine
    const { licenseId } = world
    const host = parley.as({ agentId: agent.id, clientId: app.clientId })
    const webhook = { url: 'https://hooks.example/', action: 'thread_closed', secret_key: 'secret' } as const
    const requests = Array.from({ length: count }, () => [
      host.registerWebhook(webhook),
      host.createBotAgent({ name: 'Botty', status: 'accepting chats' }),
    ]).flat()
    await Promise.allSettled([remove(), ...requests])
    assert.deepEqual((await parley.admin.webhooks.list({ licenseId })).items, [])
    const { items } = await parley.admin.agents.list({ licenseId })
    const bots = items.filter(({ ownerClientId, isOnline }) => ownerClientId !== null && isOnline)
    assert.deepEqual(bots, [])
  })
})
