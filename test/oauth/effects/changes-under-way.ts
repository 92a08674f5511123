import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { postToken } from '../endpoints.js'
import { allow, codeFor, exchangeForm, signedIn } from '../flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: changes while something is under way', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { ...cheapPasswords, wrap: (inner) => valve.guard(inner) })

  test('a token that is revoked during login gives no session', async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    const socket = await agent.open()
    await valve.hold()
    const login = socket.call('login', { token: agent.token })
    await valve.holding(1)
    const revoked = suite.engine.parley.admin.tokens.revoke(agent.token)
    valve.release()
    const [answer] = await Promise.allSettled([login, revoked])
    const isRefused = answer.status === 'fulfilled' && answer.value.success === false
    if (isRefused) assert.equal(at(answer.value, 'payload.error.type'), 'authentication')
    else assert.equal((await socket.waitForEnd()).code, 4003)
  })

  test('a code from before a password change is refused', async () => {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
    const code = await codeFor(world, app, agent)
    await suite.engine.parley.admin.agents.setPassword(agent.id, 'another good password')
    const { status, body } = await postToken(world, exchangeForm(app, code))
    assert.deepEqual([status, at(body, 'error')], [400, 'invalid_grant'])
  })

  test('scopes that the consent page did not show are not granted, but shown', async () => {
    const world = await suite.world()
    const app = await registerApp(world, { scopes: ['chats--my:read'] })
    const agent = await agentWithPassword(world)
    const { browser, consent } = await signedIn(world, app, agent)
    const scopes = ['chats--my:read', 'chats--all:read'] as const
    await suite.engine.parley.admin.apps.update(app.clientId, { scopes })
    const again = await browser.submit(consent, { decision: 'allow' })
    assert.equal(again.status, 200)
    assert.match(again.text, /Read every chat that you can see/)
    assert.match(await allow(browser, again), /\?code=plo_/)
  })

  test('a response stored for one app is not returned to another', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const event = { type: 'message', text: 'Hello' }
    const idempotencyKey = 'one'
    await agent.web().succeed('send_event', { chat_id: chatId, event }, { idempotencyKey })
    const { clientId } = await registerApp(world, { scopes: [] })
    const { tokens } = suite.engine.parley.admin
    const other = await tokens.createForAgent({ licenseId: world.licenseId, agentId: agent.id, clientId })
    const { status } = await fetch(`${suite.engine.origin}/agent/v0.4/action/send_event`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${other.accessToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify({ payload: { chat_id: chatId, event } }),
    })
    assert.equal(status, 403)
  })

  test('a public app cannot become private', async () => {
    const world = await suite.world()
    const { clientId } = await registerApp(world, { type: 'browser', visibility: 'public' })
    const change = suite.engine.parley.admin.apps.update(clientId, { visibility: 'private' })
    await assert.rejects(change, { name: 'ParleyError', type: 'validation' })
  })
})
