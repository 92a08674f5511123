import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { pushFrame, type RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions } from '../../support/world.js'

const content = { note: 'Grüße', list: [1, null, { deep: true }], ['__proto__']: 'mine' }

/** Returns the pushes of each client by its name, without clients that received none. */
async function receivers(clients: Readonly<Record<string, RtmClient>>) {
  const all = await Promise.all(
    Object.entries(clients).map(async ([name, client]) => [name, await client.pushes()] as const),
  )
  return Object.fromEntries(all.filter(([, pushes]) => pushes.length > 0))
}

forEachStorage('multicasts', (storage) => {
  const suite = useEngine(storage)

  /** Creates the sender Ada, agents of two groups, two customers, and users of each kind in another license. */
  async function setUp() {
    const [world, elsewhere] = [await suite.world(), await suite.world()]
    const sender = await world.agent('ada', { permission: 'normal', scopes: ['multicast:write'] })
    const [sales, support] = [
      await world.agent('grace', { permission: 'normal', groups: [7] }),
      await world.agent('bob', { permission: 'normal', groups: [8] }),
    ]
    const [casey, kim] = [await world.customer(), await world.customer({ name: 'Kim' })]
    const clients = {
      sender: await sender.connect(),
      sales: await sales.connect(),
      support: await support.connect(),
      supportOlder: await support.connect('v0.3'),
      casey: await casey.connect(),
      caseyOlder: await casey.connect('v0.4'),
      caseyOldest: await casey.connect('v0.3'),
      kim: await kim.connect(),
      otherAgent: await (await elsewhere.agent('ada')).connect(),
      otherCustomer: await (await elsewhere.customer()).connect(),
    }
    // Discards the pushes about logins and logouts, which agents receive.
    await receivers(clients)
    return { world, sender, sales, support, casey, kim, clients }
  }

  for (const transport of ['web', 'rtm'] as const) {
    describe(`over ${transport}`, () => {
      test('a multicast reaches all agents of the license, on every connection, under the push name of each version', async () => {
        const { sender, clients } = await setUp()
        const caller = await sender.via(transport)
        const request = { scopes: { agents: { all: true } }, content }
        assert.deepEqual(await caller.succeed('multicast', request), {})
        const payload = { author_id: sender.id, content }
        const push = pushFrame('incoming_multicast', payload)
        assert.deepEqual(await receivers(clients), {
          ...{ sender: [push], sales: [push], support: [push] },
          supportOlder: [pushFrame('incoming_broadcast', payload)],
        })
      })

      test('a multicast reaches agents by id in any case and by group, and customers by id, and no one else', async () => {
        const { sender, sales, casey, clients } = await setUp()
        const caller = await sender.via(transport)
        const send = async (scopes: object) => {
          await caller.succeed('multicast', { scopes, content: null })
          return Object.keys(await receivers(clients))
        }
        assert.deepEqual(await send({ agents: { ids: [sales.id.toUpperCase()] } }), ['sales'])
        assert.deepEqual(await send({ agents: { groups: [8] } }), ['support', 'supportOlder'])
        assert.deepEqual(await send({ customers: { ids: [casey.id] } }), ['casey'])
        const all = { agents: { ids: [sales.id], groups: [7, 8] }, customers: { ids: [casey.id] } }
        assert.deepEqual(await send(all), ['sales', 'support', 'supportOlder', 'casey'])
        assert.deepEqual(await send({ agents: { groups: [0] } }), [
          'sender',
          'sales',
          'support',
          'supportOlder',
        ])
      })

      test('a multicast reaches a user once, however often it is named', async () => {
        const { sender, sales, clients } = await setUp()
        const agents = { all: true, ids: [sales.id, sales.id], groups: [7, 7, 0] }
        await (await sender.via(transport)).succeed('multicast', { scopes: { agents }, content: 1 })
        for (const pushes of Object.values(await receivers(clients))) assert.equal(pushes.length, 1)
      })

      test('a multicast does not reach users that do not exist or belong to another license', async () => {
        const { sender, clients } = await setUp()
        const elsewhere = await suite.world()
        const [agent, customer] = [await elsewhere.agent('eve'), await elsewhere.customer()]
        const [desk, phone] = [await agent.connect(), await customer.connect()]
        const scopes = {
          agents: { ids: ['nobody', agent.id], groups: [999] },
          customers: { ids: ['nobody', customer.id] },
        }
        const caller = await sender.via(transport)
        assert.deepEqual(await caller.succeed('multicast', { scopes, content }), {})
        assert.deepEqual(await receivers({ ...clients, desk, phone }), {})
      })

      test('multicast accepts any JSON as content, and is refused without content', async () => {
        const { sender, kim, clients } = await setUp()
        const caller = await sender.via(transport)
        const scopes = { customers: { ids: [kim.id] } }
        for (const any of [null, false, 0, '', [], {}, 'text', [[{}]], -1.5]) {
          await caller.succeed('multicast', { scopes, content: any })
          const payload = { author_id: sender.id, content: any }
          assert.deepEqual(await clients.kim.pushes(), [pushFrame('incoming_multicast', payload)])
        }
        assert.deepEqual(
          await caller.refuse('multicast', { scopes }),
          validation('payload.content is required'),
        )
      })

      test('multicast refuses requests without recipients, and content that is too long', async () => {
        const { sender, clients } = await setUp()
        const caller = await sender.via(transport)
        const refuse = (payload: object) => caller.refuse('multicast', { content, ...payload })
        assert.deepEqual(await refuse({}), validation('payload.scopes is required'))
        const nobody = validation('payload.scopes must name at least one recipient')
        for (const scopes of [
          {},
          { agents: {} },
          { agents: { all: false, ids: [], groups: [] }, customers: { ids: [] } },
          { customers: {} },
        ]) {
          assert.deepEqual(await refuse({ scopes }), nobody)
        }
        for (const [scopes, detail] of [
          [{ agents: { all: 'yes' } }, 'payload.scopes.agents.all must be a boolean'],
          [
            { agents: { ids: Array(101).fill('a') } },
            'payload.scopes.agents.ids must have at most 100 items',
          ],
          [{ agents: { groups: [-1] } }, 'payload.scopes.agents.groups[0] must be at least 0'],
          [{ customers: { ids: [''] } }, 'payload.scopes.customers.ids[0] must not be empty'],
          [{ agents: ['ada'] }, 'payload.scopes.agents must be an object'],
        ] as const) {
          assert.deepEqual(await refuse({ scopes }), validation(detail))
        }
        const scopes = { agents: { all: true } }
        const longest = 'x'.repeat(16_382)
        assert.deepEqual(
          await refuse({ scopes, content: `${longest}x` }),
          validation('payload.content is larger than 16384 bytes as JSON'),
        )
        assert.deepEqual(await receivers(clients), {})
        await caller.succeed('multicast', { scopes, content: longest })
      })

      test('multicast needs its scope', async () => {
        const { world, clients } = await setUp()
        const agent = await world.agent('eve', { scopes: ['chats--all:read'] })
        const refused = authorization('one of the scopes multicast:write is needed')
        for (const [version, action] of [
          ['v0.4', 'multicast'],
          ['v0.3', 'send_broadcast'],
        ] as const) {
          const caller = await agent.via(transport, version)
          const agents = version === 'v0.4' ? { all: true } : [agent.id]
          assert.deepEqual(await caller.refuse(action, { scopes: { agents }, content }), refused)
        }
        assert.deepEqual(await receivers(clients), {})
      })

      test('multicast is named send_broadcast in agent v0.3, and reaches agents by id and by group', async () => {
        const { sender, sales, casey, clients } = await setUp()
        const caller = await sender.via(transport, 'v0.3')
        const send = (scopes: object) => caller.succeed('send_broadcast', { scopes, content })
        assert.deepEqual(await send({ agents: [sales.id] }), {})
        const payload = { author_id: sender.id, content }
        assert.deepEqual(await receivers(clients), { sales: [pushFrame('incoming_multicast', payload)] })
        await send({ groups: [8] })
        assert.deepEqual(await receivers(clients), {
          support: [pushFrame('incoming_multicast', payload)],
          supportOlder: [pushFrame('incoming_broadcast', payload)],
        })
        const refuse = (scopes: object) => caller.refuse('send_broadcast', { scopes, content })
        const nobody = validation('payload.scopes must name at least one recipient')
        for (const scopes of [{}, { agents: [], groups: [] }, { customers: { ids: [casey.id] } }]) {
          assert.deepEqual(await refuse(scopes), nobody)
        }
        assert.deepEqual(
          await refuse({ agents: { all: true } }),
          validation('payload.scopes.agents must be an array'),
        )
        assert.deepEqual(await receivers(clients), {})
      })
    })
  }

  test('the push of multicast carries the request_id on the connection that asked', async () => {
    const { clients, sender } = await setUp()
    const requestId = clients.sender.request('multicast', {
      scopes: { agents: { ids: [sender.id] } },
      content,
    })
    await clients.sender.response(requestId)
    const payload = { author_id: sender.id, content }
    assert.deepEqual(await clients.sender.pushes(), [pushFrame('incoming_multicast', payload, requestId)])
  })

  test('multicast is an action of agents only, with one name in each version', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const request = { scopes: { agents: { all: true } }, content }
    for (const transport of ['web', 'rtm'] as const) {
      for (const action of ['multicast', 'send_broadcast']) {
        const unknown = validation(`unknown action ${JSON.stringify(action)}`)
        for (const version of customerVersions) {
          assert.deepEqual(await (await customer.via(transport, version)).refuse(action, request), unknown)
        }
        for (const version of agentVersions) {
          if ((version === 'v0.4') === (action === 'multicast')) continue
          assert.deepEqual(await (await agent.via(transport, version)).refuse(action, request), unknown)
        }
      }
    }
  })

  test('multicast is pushed once when it is repeated with one idempotency key', async () => {
    const { sender, clients } = await setUp()
    const request = { scopes: { agents: { groups: [7] } }, content }
    const options = { idempotencyKey: 'once' }
    for (let count = 0; count < 2; count += 1) {
      assert.deepEqual(await sender.web().succeed('multicast', request, options), {})
    }
    assert.equal((await clients.sales.pushes()).length, 1)
  })

  test('multicast does not reach connections that open later', async () => {
    const { world, sender } = await setUp()
    const late = await world.agent('late')
    await sender.web().succeed('multicast', { scopes: { agents: { ids: [late.id], all: true } }, content })
    assert.deepEqual(await (await late.connect()).pushes(), [])
  })

  test('multicast works in process without a rate limit, and a listener of the host receives it', async () => {
    const { sender, casey, clients, world } = await setUp()
    const { parley } = suite.engine
    const received = new Promise((resolve) => parley.on('incoming_multicast', resolve))
    const methods = parley.as({ agentId: sender.id })
    const list = [1]
    const customers = { ids: [casey.id] }
    for (let count = 0; count < 20; count += 1)
      await methods.multicast({ scopes: { customers }, content: { list } })
    list.push(2)
    assert.deepEqual(await received, {
      ...{ name: 'incoming_multicast', licenseId: world.licenseId, chatId: null, sequence: null },
      payload: { author_id: sender.id, content: { list: [1] } },
    })
    assert.equal((await clients.casey.pushes()).length, 20)
    await assert.rejects(methods.multicast({ scopes: { customers }, content: undefined }), {
      type: 'validation',
    })
  })
})
