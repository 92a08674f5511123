import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike } from './json.js'
import { createAgentPerson, newCustomer } from './people.js'
import { type Frame, pushFrame, type RtmClient } from './rtm-client.js'
import type { RtmTransport } from './rtm-transport.js'
import type { ServerCases } from './suite.js'
import { exchange } from './web.js'

/**
 * Cases for how connections end: the push that gives the reason, where one applies, and the close code (decisions §10).
 */
export function endingCases(cases: ServerCases): void {
  refusedLoginCases(cases)
  revocationCases(cases)
  timeCases(cases)
}

/**
 * Asserts that the connection ends with exactly `rest` as the unread frames, and with `code` when the transport has
 * close codes.
 */
async function assertEnds(
  connection: RtmClient,
  { hasCloseCodes }: RtmTransport,
  expected: { readonly rest: readonly Frame[]; readonly code: number },
): Promise<void> {
  assert.deepEqual(await connection.waitForEnd(), {
    ...expected,
    code: hasCloseCodes ? expected.code : undefined,
  })
}

const because = (api: 'agent' | 'customer', reason: string) => pushFrame(`${api}_disconnected`, { reason })

function refusedLoginCases(cases: ServerCases): void {
  cases.addOver(
    'a banned customer is disconnected with customer_banned and cannot log in',
    async (context, transport) => {
      const customer = await context.customer()
      const connection = await context.connect(customer, transport)
      await context.ada.succeed('ban_customer', { customer_id: customer.id, ban: { days: 1 } })
      const ending = { rest: [because('customer', 'customer_banned')], code: 4003 }
      await assertEnds(connection, transport, ending)
      const again = await context.open(customer, transport)
      assertLike(await again.refuse('login', { token: customer.token }), expectedError('customer_banned'))
      await assertEnds(again, transport, ending)
    },
  )

  cases.addOver(
    'an agent of an expired license is disconnected with license_expired',
    async (context, transport) => {
      const { server, expired } = context
      const agent = createAgentPerson(server, expired, expired.administrator)
      const connection = await context.open(agent, transport)
      assertLike(await connection.refuse('login', { token: agent.token }), expectedError('license_expired'))
      await assertEnds(connection, transport, { rest: [because('agent', 'license_expired')], code: 4003 })
    },
  )

  cases.addOverIf(
    'oneNode',
    'a customer connection beyond the limit is refused with too_many_connections, and the others stay',
    async (context, transport) => {
      const customer = await context.customer()
      const connections: RtmClient[] = []
      for (let count = 0; count < 16; count += 1) connections.push(await context.connect(customer, transport))
      const last = await context.open(customer, transport)
      assertLike(await last.refuse('login', { token: customer.token }), expectedError('too_many_requests'))
      await assertEnds(last, transport, { rest: [because('customer', 'too_many_connections')], code: 4003 })
      for (const connection of connections) await connection.succeed('ping')
    },
  )
}

function revocationCases(cases: ServerCases): void {
  cases.addOver('an agent whose token is revoked is disconnected with a push', async (context, transport) => {
    const { bob, server } = context
    const connections = [await context.connect(bob, transport), await context.connect(bob, transport, 'v0.3')]
    for (const connection of connections) await connection.readPushes()
    await exchange(`${server.baseUrl}/auth/token?token=${bob.token}`, { method: 'DELETE' })
    const ending = { rest: [because('agent', 'access_token_revoked')], code: 4003 }
    for (const connection of connections) await assertEnds(connection, transport, ending)
  })

  cases.addOver(
    'a customer whose token is revoked is disconnected without a push',
    async (context, transport) => {
      const { server } = context
      const customer = await context.customer()
      const connection = await context.connect(customer, transport)
      await exchange(`${server.baseUrl}/auth/token?token=${customer.token}`, { method: 'DELETE' })
      await assertEnds(connection, transport, { rest: [], code: 4401 })
    },
  )
}

function timeCases(cases: ServerCases): void {
  cases.addOverIf('time', 'a connection without login is closed after 30 s', async (context, transport) => {
    const customer = await context.customer()
    // A first login makes the server load the license. Otherwise that load could use up the login timeout.
    await context.connect(customer, transport)
    const connection = await context.open(customer, transport)
    // The response proves that the connection has been opened, so that the timeout is not spent on opening it.
    await connection.succeed('ping')
    await context.passTime(29_000)
    await connection.succeed('ping')
    await context.passTime(2_000)
    await assertEnds(connection, transport, { rest: [], code: 4001 })
  })

  cases.addOverIf(
    'time',
    'a connection that is silent for 60 s is closed, and a ping keeps it open',
    async (context, transport) => {
      const connection = await context.connect(await context.customer(), transport)
      await context.passTime(40_000)
      await connection.succeed('ping')
      await context.passTime(40_000)
      await connection.succeed('ping')
      await context.passTime(62_000)
      await assertEnds(connection, transport, { rest: [], code: 4008 })
    },
  )

  cases.addOverIf('time', 'a token that expires ends its connection', async (context, transport) => {
    const { server, tenant } = context
    const customer = await newCustomer(server, tenant, { valid_for: '30' })
    const connection = await context.connect(customer, transport)
    await context.passTime(31_500)
    await assertEnds(connection, transport, { rest: [], code: 4401 })
  })
}
