import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import { startSeconds, useEngine } from '../../support/engine.js'
import { RtmClient } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const expired = { type: 'license_expired', message: 'License expired' }

/** Checks that the connection receives the reason and nothing else, and that it is closed with that code. */
async function endsWith(
  connection: RtmClient,
  api: 'customer' | 'agent',
  reason: string,
  code = 4003,
): Promise<void> {
  const push = { action: `${api}_disconnected`, type: 'push', payload: { reason } }
  assert.deepEqual(await connection.framesUntilEnd(), [push])
  assert.equal((await connection.waitForEnd()).code, code)
}

proving('why connections end', (storage) => {
  const suite = useEngine(storage)

  verifies(
    ['chat.customer_disconnected.too_many_connections', 'decisions.10.3.customer', 'decisions.10.6.close'],
    'the 17th connection of a customer gets too_many_connections',
    async () => {
      const customer = await (await suite.world()).customer()
      const connections = []
      for (let count = 0; count < 16; count += 1) connections.push(await customer.connect())
      const last = await customer.open()
      await last.refuse('login', { token: customer.token })
      await endsWith(last, 'customer', 'too_many_connections')
      for (const connection of connections) await connection.succeed('ping')
    },
  )

  verifies('decisions.10.3.agent', 'the 65th connection of an agent gets too_many_requests', async () => {
    const agent = await (await suite.world()).agent('ada')
    for (let count = 0; count < 64; count += 1) await agent.connect()
    const last = await agent.open()
    const error = await last.refuse('login', { token: agent.token })
    assert.deepEqual(error, {
      ...{ type: 'too_many_requests', message: 'Too many requests: too many connections' },
    })
    assert.deepEqual(await last.framesUntilEnd(), [])
  })

  verifies(
    'chat.customer_disconnected.license_not_found',
    'an unknown license gets license_not_found',
    async () => {
      const customer = await (await suite.world()).customer()
      const url = customer.rtmUrl().replace(/license_id=\d+/, 'license_id=999999999')
      await endsWith(await RtmClient.open(url), 'customer', 'license_not_found')
    },
  )

  verifies(
    [
      'chat.customer_disconnected.unsupported_version',
      'chat.agent_disconnected.unsupported_version',
      'chat.version.unsupported',
      'decisions.9.other',
    ],
    'an unknown version gets unsupported_version',
    async () => {
      const world = await suite.world()
      await endsWith(await (await world.customer()).open('v0.6'), 'customer', 'unsupported_version', 4004)
      await endsWith(await (await world.agent('ada')).open('v0.5'), 'agent', 'unsupported_version', 4004)
    },
  )

  verifies(
    ['chat.agent_disconnected.access_token_revoked', 'decisions.10.9.agent'],
    'revoking a token ends the connection of an agent with access_token_revoked',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const connection = await agent.connect()
      await suite.engine.parley.admin.tokens.revoke(agent.token)
      await endsWith(connection, 'agent', 'access_token_revoked')
    },
  )

  verifies(
    'decisions.10.9.customer',
    'revoking a token ends the connection of a customer with 4401',
    async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.connect()
      await suite.engine.parley.admin.tokens.revoke(customer.token)
      assert.deepEqual(await connection.framesUntilEnd(), [])
      assert.equal((await connection.waitForEnd()).code, 4401)
    },
  )

  verifies('chat.agent_disconnected.agent_deleted', 'deleting an agent gives agent_deleted', async () => {
    const agent = await (await suite.world()).agent('ada')
    const connection = await agent.connect()
    await suite.engine.parley.admin.agents.delete(agent.id)
    await endsWith(connection, 'agent', 'agent_deleted')
  })

  verifies(
    ['chat.agent_disconnected.logged_out_remotely', 'decisions.10.6.logout'],
    'logging an agent out gives logged_out_remotely',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const connection = await agent.connect()
      await suite.engine.parley.admin.agents.logOut(agent.id)
      await endsWith(connection, 'agent', 'logged_out_remotely')
    },
  )
})

proving('licenses that expire', (storage) => {
  const suite = useEngine(storage)
  const soon = async () => suite.world({ expiresAt: new Date(suite.engine.clock.now() + 20_000) })
  const later = () => suite.engine.clock.advance(21_000)

  verifies(
    ['chat.agent_disconnected.license_expired', 'decisions.10.6.login', 'chat.error.license_expired'],
    'expired licenses end the connections of agents with license_expired, and refuse logins with it',
    async () => {
      const agent = await (await soon()).agent('ada')
      const connection = await agent.connect()
      later()
      await endsWith(connection, 'agent', 'license_expired')
      const another = await agent.open()
      assert.deepEqual(await another.refuse('login', { token: agent.token }), expired)
      await endsWith(another, 'agent', 'license_expired')
    },
  )

  verifies(
    'decisions.10.6.customer',
    'expired licenses end the connections of customers without a push',
    async () => {
      const customer = await (await soon()).customer()
      const connection = await customer.connect()
      later()
      assert.deepEqual(await connection.framesUntilEnd(), [])
      const another = await customer.open()
      assert.deepEqual(await another.refuse('login', { token: customer.token }), expired)
      assert.deepEqual(await another.framesUntilEnd(), [])
    },
  )

  verifies(
    ['chat.error.license_expired', 'decisions.2.license_expired.402', 'decisions.15.expired'],
    'expired licenses are refused by both APIs',
    async () => {
      const world = await suite.world({ expiresAt: new Date(suite.engine.clock.now() + 20_000) })
      const people = [await world.customer(), await world.agent('ada')]
      later()
      for (const person of people) {
        const { status, body } = await person.web().post('start_chat')
        assert.deepEqual([status, body], [402, { error: expired }])
      }
    },
  )

  verifies('chat.license.expiration_timestamp', 'a license shows when it expires', async () => {
    const agent = await (await suite.world({ expiresAt: new Date((startSeconds + 86_400) * 1_000) })).agent(
      'ada',
    )
    const connection = await agent.open()
    const { license } = Object(await connection.succeed('login', { token: agent.token }))
    assert.equal(license.expiration_timestamp, startSeconds + 86_400)
  })
})

proving('an internal error', (storage) => {
  const valve = new StorageValve()
  const wrap = (inner: Storage) => valve.guardLicenses(inner)
  const suite = useEngine(storage, { wrap, expectsErrors: true })

  verifies(
    'chat.customer_disconnected.internal_error',
    'an internal error ends a connection that is opened in the meantime with internal_error',
    async () => {
      const customer = await (await suite.world()).customer()
      valve.breakWith(new Error('a fault'))
      const connection = await customer.open()
      await endsWith(connection, 'customer', 'internal_error')
      valve.release()
      await customer.connect()
    },
  )
})

proving('shutting down', (storage) => {
  const suite = useEngine(storage)

  verifies(
    'decisions.10.6.shutdown',
    'shutting down answers requests in progress, and then closes with 1012',
    async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const id = connection.request('start_chat')
      const response = connection.response(id)
      await connection.next(({ action }) => action === 'incoming_chat_thread', 'the chat')
      await suite.engine.parley.close()
      assert.equal((await response).success, true)
      assert.equal((await connection.waitForEnd()).code, 1012)
    },
  )
})
