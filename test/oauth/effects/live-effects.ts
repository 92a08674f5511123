import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { textAt } from '../../support/json.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { Person, type World } from '../../support/world.js'
import { postToken, revoke } from '../endpoints.js'
import { browserTokenFor, codeFor, exchangeForm, tokensFor } from '../flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

const closed = { disconnected: 4003, tokenEnded: 4401 }

/** Checks that a push states the reason and that the connection ends afterwards. */
async function assertDisconnected(session: RtmClient, reason: string): Promise<void> {
  assert.deepEqual(await session.push('agent_disconnected'), { reason })
  assert.equal((await session.waitForEnd()).code, closed.disconnected)
  assert.deepEqual(await session.framesUntilEnd(), [])
}

/** Checks that the connection ends with that close code. The Customer API documents no reason for it. */
async function assertClosed(session: RtmClient, code: number): Promise<void> {
  assert.equal((await session.waitForEnd()).code, code)
  assert.deepEqual(await session.framesUntilEnd(), [])
}

async function assertRefused(person: Person, status: number): Promise<void> {
  const action = person.api === 'agent' ? 'get_filtered_chats' : 'get_chats_summary'
  assert.equal((await person.web().post(action)).status, status)
}

forEachStorage('oauth: live effects', (storage) => {
  const lifetimes = { accessTokenSeconds: 30, customerTokenSeconds: 30 }
  const suite = useEngine(storage, { ...cheapPasswords, lifetimes })

  async function setUp() {
    const world = await suite.world()
    const app = await registerApp(world)
    const login = await agentWithPassword(world)
    const { accessToken } = await tokensFor(world, app, login)
    const agent = new Person(world, 'agent', login.id, accessToken)
    const colleague = await world.agent('bob')
    const [session, other] = [await agent.connect(), await colleague.connect()]
    return { world, app, login, agent, session, other, admin: world.engine.parley.admin }
  }

  describe('an agent who is connected', () => {
    test('a connected agent is disconnected, and refused, when the token is revoked', async () => {
      const { world, agent, session, other } = await setUp()
      await revoke(world, agent.token)
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'access_token_revoked')
      await other.succeed('ping')
    })

    test('a connected agent is disconnected on every connection that uses the token, and on no other', async () => {
      const { world, app, login, agent, session } = await setUp()
      const second = await agent.connect('v0.3')
      const { accessToken } = await tokensFor(world, app, login)
      const otherConnection = await new Person(world, 'agent', agent.id, accessToken).connect()
      await revoke(world, agent.token)
      await assertDisconnected(session, 'access_token_revoked')
      await assertDisconnected(second, 'access_token_revoked')
      await otherConnection.succeed('get_filtered_chats')
    })

    test('a connected agent is disconnected when the code of the token is used again', async () => {
      const { world, app, login } = await setUp()
      const form = exchangeForm(app, await codeFor(world, app, login))
      const { body } = await postToken(world, form)
      const thief = new Person(world, 'agent', login.id, textAt(body, 'access_token'))
      const session = await thief.connect()
      await postToken(world, form)
      await assertRefused(thief, 401)
      await assertDisconnected(session, 'access_token_revoked')
    })

    test('a connected agent is disconnected when the password changes', async () => {
      const { agent, session, other, admin } = await setUp()
      await admin.agents.setPassword(agent.id, 'another password')
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'access_token_revoked')
      await other.succeed('ping')
    })

    test('a connected agent receives a push when the agent is deleted', async () => {
      const { agent, session, other, admin } = await setUp()
      await admin.agents.delete(agent.id.toUpperCase())
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'agent_deleted')
      await other.succeed('ping')
    })

    test('a connected agent is disconnected when the app is removed', async () => {
      const { app, agent, session, other, admin } = await setUp()
      await admin.apps.delete(app.clientId)
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'access_token_revoked')
      await other.succeed('ping')
    })

    test('a connected agent of another account is disconnected when the public app is removed', async () => {
      const [owner, { world, login }] = [await suite.world(), await setUp()]
      const app = await registerApp(owner, { type: 'browser', visibility: 'public' })
      const agent = new Person(world, 'agent', login.id, await browserTokenFor(world, app, login))
      const session = await agent.connect()
      await owner.engine.parley.admin.apps.delete(app.clientId)
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'access_token_revoked')
    })

    test('a connected agent is disconnected within a second of the expiry of the token', async () => {
      const { world, agent, session } = await setUp()
      world.engine.clock.advance(29_000)
      await session.succeed('ping')
      await assertRefused(agent, 200)
      world.engine.clock.advance(1_000)
      await assertRefused(agent, 401)
      await assertDisconnected(session, 'access_token_revoked')
    })

    test('a connected agent receives a push when the license expires, at the time set before or now', async () => {
      for (const expire of [expireLater, expireNow]) {
        const { world, agent, session, other } = await setUp()
        await expire(world)
        await assertRefused(agent, 402)
        await assertDisconnected(session, 'license_expired')
        await assertDisconnected(other, 'license_expired')
        const again = await agent.open()
        await again.refuse('login', { token: agent.token })
        await assertDisconnected(again, 'license_expired')
      }
    })

    test('a connected agent stays when the license is renewed in time', async () => {
      const { world, agent, session, admin } = await setUp()
      const { clock } = world.engine
      await admin.licenses.update(world.licenseId, { expiresAt: new Date(clock.now() + 2_000) })
      await admin.licenses.update(world.licenseId, { expiresAt: null })
      clock.advance(5_000)
      await session.succeed('get_filtered_chats')
      await assertRefused(agent, 200)
    })
  })

  describe('a customer who is connected', () => {
    async function givenCustomer() {
      const world = await suite.world()
      const customer = await world.customer()
      return { world, customer, session: await customer.connect() }
    }

    test('a connected customer is disconnected, and refused, when the token is revoked', async () => {
      const { world, customer, session } = await givenCustomer()
      const other = await (await world.customer()).connect()
      await revoke(world, customer.token)
      await assertRefused(customer, 401)
      await assertClosed(session, closed.tokenEnded)
      await other.succeed('ping')
    })

    test('a connected customer is disconnected within a second of the expiry of the token', async () => {
      const { world, customer, session } = await givenCustomer()
      world.engine.clock.advance(29_000)
      await session.succeed('ping')
      world.engine.clock.advance(1_000)
      await assertRefused(customer, 401)
      await assertClosed(session, closed.tokenEnded)
    })

    test('a connected customer is disconnected when the app of the token is removed', async () => {
      const { world, customer, session } = await givenCustomer()
      await world.engine.parley.admin.apps.delete(world.clientId)
      await assertRefused(customer, 401)
      await assertClosed(session, closed.tokenEnded)
    })

    test('a connected customer is disconnected when the license expires', async () => {
      for (const expire of [expireLater, expireNow]) {
        const { world, customer, session } = await givenCustomer()
        await expire(world)
        await assertRefused(customer, 402)
        await assertClosed(session, closed.disconnected)
      }
    })
  })
})

async function expireLater({ engine, licenseId }: World): Promise<void> {
  await engine.parley.admin.licenses.update(licenseId, { expiresAt: new Date(engine.clock.now() + 3_000) })
  engine.clock.advance(3_000)
}

async function expireNow({ engine, licenseId }: World): Promise<void> {
  await engine.parley.admin.licenses.update(licenseId, { expiresAt: new Date(engine.clock.now()) })
  engine.clock.advance(1_000)
}
