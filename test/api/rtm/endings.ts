import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { authentication } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

const disconnected = (api: 'agent' | 'customer', reason: string) => ({
  ...{ action: `${api}_disconnected`, type: 'push', payload: { reason } },
})
const expired = { type: 'license_expired', message: 'License expired' }
const sweepMs = 1_000

forEachStorage('ends of RTM connections', (storage) => {
  const suite = useEngine(storage, {
    lifetimes: { accessTokenSeconds: 30, customerTokenSeconds: 30 },
  })

  describe('an expired token', () => {
    test('an expired token ends the connection of an agent with access_token_revoked', async () => {
      const connection = await (await (await suite.world()).agent('ada')).connect()
      suite.engine.clock.advance(30_000 + sweepMs)
      assert.deepEqual(await connection.framesUntilEnd(), [disconnected('agent', 'access_token_revoked')])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test('an expired token ends the connection of a customer with only the close code 4401', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      suite.engine.clock.advance(30_000 + sweepMs)
      assert.deepEqual(await connection.framesUntilEnd(), [])
      assert.equal((await connection.waitForEnd()).code, 4401)
    })

    test('an expired token does not end a connection with a newer token of the same customer', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const old = await customer.connect()
      suite.engine.clock.advance(20_000)
      const recent = await customer.open()
      await recent.succeed('login', { token: await world.customerToken(customer.id) })
      suite.engine.clock.advance(10_000 + sweepMs)
      assert.equal((await old.waitForEnd()).code, 4401)
      await recent.succeed('get_chats_summary')
    })

    test('an expired token is refused at login, and the client may try again', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      suite.engine.clock.advance(30_000)
      const connection = await customer.open()
      assert.deepEqual(await connection.refuse('login', { token: customer.token }), authentication)
      await connection.succeed('login', { token: await world.customerToken(customer.id) })
    })
  })
})

forEachStorage('ends of RTM connections', (storage) => {
  const suite = useEngine(storage)
  const soon = async () => suite.world({ expiresAt: new Date(suite.engine.clock.now() + 20_000) })

  describe('a license that expires', () => {
    test('an expired license ends the connections of agents with license_expired', async () => {
      const connection = await (await (await soon()).agent('ada')).connect()
      suite.engine.clock.advance(20_000 + sweepMs)
      assert.deepEqual(await connection.framesUntilEnd(), [disconnected('agent', 'license_expired')])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test('an expired license ends the connections of customers without a push', async () => {
      const connection = await (await (await soon()).customer()).connect()
      suite.engine.clock.advance(20_000 + sweepMs)
      assert.deepEqual(await connection.framesUntilEnd(), [])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test('an expired license is reported at login: an agent gets error, push and close', async () => {
      const agent = await (await soon()).agent('ada')
      suite.engine.clock.advance(20_000)
      const connection = await agent.open()
      assert.deepEqual(await connection.refuse('login', { token: agent.token }), expired)
      assert.deepEqual(await connection.framesUntilEnd(), [disconnected('agent', 'license_expired')])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test('an expired license is reported at login: a customer gets error and close', async () => {
      const customer = await (await soon()).customer()
      suite.engine.clock.advance(20_000)
      const connection = await customer.open()
      assert.deepEqual(await connection.refuse('login', { token: customer.token }), expired)
      assert.deepEqual(await connection.framesUntilEnd(), [])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })
  })

  describe('logging an agent out', () => {
    test('agents.logOut ends every connection of that agent, and no other', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const own = [await agent.connect(), await agent.connect('v0.3')]
      const colleague = await other.connect()
      await suite.engine.parley.admin.agents.logOut(agent.id.toUpperCase())
      for (const connection of own) {
        assert.deepEqual(await connection.framesUntilEnd(), [disconnected('agent', 'logged_out_remotely')])
        assert.equal((await connection.waitForEnd()).code, 4003)
      }
      await colleague.succeed('get_filtered_chats')
    })

    test('agents.logOut lets the agent log in again', async () => {
      const agent = await (await suite.world()).agent('ada')
      const first = await agent.connect()
      await suite.engine.parley.admin.agents.logOut(agent.id)
      await first.waitForEnd()
      await (await agent.connect()).succeed('get_filtered_chats')
    })

    test('agents.logOut leaves the agent shown as logged out', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const connection = await agent.connect()
      await suite.engine.parley.admin.agents.logOut(agent.id)
      await connection.waitForEnd()
      const { status, body } = await other.web().post('update_agent', {
        ...{ agent_id: agent.id, routing_status: 'accepting_chats' },
      })
      const message = 'Wrong format of request: the agent is not logged in: log in over RTM first'
      assert.deepEqual([status, at(body, 'error.message')], [400, message])
    })

    test('agents.logOut refuses an agent that does not exist', async () => {
      await assert.rejects(suite.engine.parley.admin.agents.logOut('nobody'), { type: 'validation' })
    })
  })
})
