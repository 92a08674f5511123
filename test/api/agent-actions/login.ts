import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authentication, validation } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, Person } from '../../support/world.js'

const yearMs = 365 * 86_400_000

forEachStorage('agent login', (storage) => {
  const suite = useEngine(storage)

  for (const version of agentVersions) {
    describe(`agent ${version}`, () => {
      const trial = version === 'v0.3' ? {} : { in_trial: false }

      test('login returns the license, the own profile and the chats that the agent may read', async () => {
        const world = await suite.world()
        const avatar = 'https://cdn.example/ada.png'
        const agent = await world.agent('ada', { email: 'ada@example.com', avatar })
        const { chatId } = await startChat(agent)
        const response = await (await agent.open(version)).call('login', { token: agent.token })
        assert.deepEqual(at(response, 'payload.license'), {
          ...{ id: world.licenseId, plan: 'standard', expiration_timestamp: null },
          ...{ creation_timestamp: startSeconds, ...trial },
        })
        assert.deepEqual(at(response, 'payload.my_profile'), {
          ...{ id: agent.id, type: 'agent', name: 'ada', email: 'ada@example.com', present: true, avatar },
          ...{ routing_status: 'accepting_chats', permission: 'administrator' },
        })
        const summary = await agent.web(version).succeed('get_filtered_chats')
        assert.deepEqual(at(response, 'payload.chats_summary'), at(summary, 'chats_summary'))
        assert.equal(at(response, 'payload.chats_summary.0.id'), chatId)
      })

      test('login returns when the license expires', async () => {
        const world = await suite.world({ expiresAt: new Date(startSeconds * 1_000 + yearMs) })
        const agent = await world.agent('ada')
        const response = await (await agent.open(version)).succeed('login', { token: agent.token })
        assert.equal(at(response, 'license.expiration_timestamp'), startSeconds + yearMs / 1_000)
      })

      test('login lists no chats for a token without a scope to read chats', async () => {
        const world = await suite.world()
        const agent = await world.agent('ada', { scopes: [] })
        await startChat(agent)
        const response = await (await agent.open(version)).succeed('login', { token: agent.token })
        assert.deepEqual(at(response, 'chats_summary'), [])
      })

      test('login with chats--my:read lists only the chats that the agent belongs to', async () => {
        const world = await suite.world()
        const agent = await world.agent('ada', { scopes: ['chats--my:read'] })
        await startChat(await world.agent('bob'))
        const { chatId } = await startChat(agent)
        const response = await (await agent.open(version)).succeed('login', { token: agent.token })
        assert.equal(listAt(response, 'chats_summary').length, 1)
        assert.equal(at(response, 'chats_summary.0.id'), chatId)
      })
    })
  }

  test('login sets the status to accepting_chats, unless it is a reconnect', async () => {
    const agent = await (await suite.world()).agent('ada')
    const first = await agent.connect()
    await first.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    await first.close()
    const second = await agent.open()
    const again = await second.succeed('login', { token: agent.token, reconnect: true })
    assert.equal(at(again, 'my_profile.routing_status'), 'not_accepting_chats')
    await second.close()
    const third = await agent.open()
    const anew = await third.succeed('login', { token: agent.token })
    assert.equal(at(anew, 'my_profile.routing_status'), 'accepting_chats')
  })

  test('login accepts a device and the name of the application', async () => {
    const agent = await (await suite.world()).agent('ada')
    const connection = await agent.open()
    await connection.succeed('login', {
      token: agent.token,
      push_notifications: { push_service_token: 'device', platform: 'ios' },
      application: { name: 'Desk', version: '1.0' },
    })
  })

  test('login refuses a device without a platform, or with an unknown one', async () => {
    const agent = await (await suite.world()).agent('ada')
    const connection = await agent.open()
    const { token } = agent
    assert.deepEqual(
      await connection.refuse('login', { token, push_notifications: { push_service_token: 'device' } }),
      validation('payload.push_notifications.platform is required'),
    )
    assert.deepEqual(
      await connection.refuse('login', { token, push_notifications: { platform: 'symbian' } }),
      validation('payload.push_notifications.platform must be one of ios, android, web'),
    )
  })

  test('login refuses the token of a customer', async () => {
    const world = await suite.world()
    const connection = await (await world.agent('ada')).open()
    const { token } = await world.customer()
    assert.deepEqual(await connection.refuse('login', { token }), authentication)
  })

  test('login refuses a refresh token', async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    const { refreshToken: token } = await suite.engine.parley.admin.tokens.createForAgent({
      ...{ licenseId: world.licenseId, agentId: agent.id, clientId: world.clientId },
    })
    assert.deepEqual(await (await agent.open()).refuse('login', { token }), authentication)
  })
})

forEachStorage('agent login', (storage) => {
  const suite = useEngine(storage)

  test('login returns the e-mail address from the host, else a login that is an address, else an empty string', async () => {
    const world = await suite.world()
    const { admin } = suite.engine.parley
    const { licenseId, clientId } = world
    for (const [login, email, shown] of [
      [`desk-${licenseId}@example.com`, {}, `desk-${licenseId}@example.com`],
      [`desk-${licenseId}`, {}, ''],
      [`mail-${licenseId}`, { email: 'ada@example.com' }, 'ada@example.com'],
    ] as const) {
      const { id: agentId } = await admin.agents.create({ licenseId, login, name: 'Ada', ...email })
      const { accessToken } = await admin.tokens.createForAgent({ licenseId, clientId, agentId })
      const connection = await new Person(world, 'agent', agentId, accessToken).open()
      const response = await connection.succeed('login', { token: accessToken })
      assert.equal(at(response, 'my_profile.email'), shown)
    }
  })

  test('an agent counts as logged out one minute after the last connection ended', async () => {
    const world = await suite.world()
    const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChat(agent)
    const routingStatus = async () =>
      at(await other.web().succeed('get_chat_threads', { chat_id: chatId }), 'chat.users.0')
    const offline = { id: agent.id, type: 'agent', name: 'ada', email: agent.id, present: true }
    assert.deepEqual(await routingStatus(), offline)
    const [connection, observer] = [await agent.connect(), await other.connect()]
    assert.deepEqual(await routingStatus(), { ...offline, routing_status: 'accepting_chats' })
    await connection.close()
    await observer.succeed('update_agent', { agent_id: agent.id, routing_status: 'not_accepting_chats' })
    assert.deepEqual(await observer.pushes(), [
      pushFrame('agent_updated', { agent_id: agent.id, routing_status: 'not_accepting_chats' }, 'request-2'),
    ])
    suite.engine.clock.advance(59_000)
    assert.deepEqual(await routingStatus(), { ...offline, routing_status: 'not_accepting_chats' })
    suite.engine.clock.advance(1_000)
    await eventually(async () => assert.deepEqual(await routingStatus(), { ...offline, present: false }))
  })
})
