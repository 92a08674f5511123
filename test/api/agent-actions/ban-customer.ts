import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, banned, validation } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { customerVersions } from '../../support/world.js'

const days = (count: unknown) => ({ ban: { days: count } })
const disconnected = pushFrame('customer_disconnected', { reason: 'customer_banned' })

forEachStorage('ban_customer', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('ban_customer is pushed to every agent of the license, and to no customer or other license', async () => {
      const world = await suite.world()
      const [customer, other, agent] = [
        await world.customer(),
        await world.customer(),
        await world.agent('ada'),
      ]
      const blind = await world.agent('bob', { permission: 'normal', scopes: [] })
      const stranger = await (await suite.world()).agent('eve')
      const [own, colleague, phone, elsewhere] = [
        await agent.connect(version),
        await blind.connect(),
        await other.connect(),
        await stranger.connect(),
      ]
      const request = { customer_id: customer.id, ...days(3) }
      assert.deepEqual(await (await agent.via(transport, version)).succeed('ban_customer', request), {})
      const push = pushFrame('customer_banned', request)
      assert.deepEqual(await own.pushes(), [push])
      assert.deepEqual(await colleague.pushes(), [push])
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await elsewhere.pushes(), [])
    })

    test('ban_customer ends every session of the customer, refuses its requests, and does not affect other customers', async () => {
      const world = await suite.world()
      const [customer, other, agent] = [
        await world.customer(),
        await world.customer(),
        await world.agent('ada'),
      ]
      await customer.web().succeed('get_chats_summary')
      const phones = []
      for (const each of customerVersions) phones.push(await customer.connect(each))
      const phone = await other.connect()
      await (await agent.via(transport, version)).succeed('ban_customer', {
        ...{ customer_id: customer.id, ...days(1) },
      })
      for (const each of phones) {
        assert.deepEqual(await each.framesUntilEnd(), [disconnected])
        assert.equal((await each.waitForEnd()).code, 4003)
      }
      const { status, body } = await customer.web().post('get_chats_summary')
      assert.deepEqual([status, body], [403, { error: banned }])
      await phone.succeed('get_chats_summary')
      await other.web().succeed('get_chats_summary')
    })

    test('ban_customer leaves the chats of the customer open, and they show the ban', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      const caller = await agent.via(transport, version)
      const read = async () => {
        const request = { chat_id: chatId, thread_ids: [threadId] }
        return at(await caller.succeed('get_chat_threads', request), 'chat')
      }
      const shown = async () => {
        const chat = await read()
        const paths = ['users.0.banned', 'users.0.present', 'threads.0.active']
        return paths.map((path) => at(chat, path))
      }
      assert.deepEqual(await shown(), [false, true, true])
      await caller.succeed('ban_customer', { customer_id: customer.id, ...days(1) })
      assert.deepEqual(await shown(), [true, true, true])
      await say(agent, chatId, 'You are out')
      assert.equal(listAt(await read(), 'threads.0.events').length, 1)
    })

    test('ban_customer refuses a customer that does not exist or belongs to another license', async () => {
      const stranger = await (await suite.world()).customer()
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      for (const customer_id of [stranger.id, 'nobody']) {
        assert.deepEqual(
          await caller.refuse('ban_customer', { customer_id, ...days(1) }),
          validation('payload.customer_id does not match any customer'),
        )
      }
      await stranger.web().succeed('get_chats_summary')
    })

    test('ban_customer needs a customer and a number of days from 1 to 3,650', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const [caller, desk] = [await agent.via(transport, version), await agent.connect()]
      const customer_id = customer.id
      const wrong: readonly (readonly [payload: object, detail: string])[] = [
        [days(1), 'payload.customer_id is required'],
        [{ customer_id }, 'payload.ban is required'],
        [{ customer_id, ban: {} }, 'payload.ban.days is required'],
        [{ customer_id, ...days(0) }, 'payload.ban.days must be an integer from 1 to 3650'],
        [{ customer_id, ...days(3_651) }, 'payload.ban.days must be an integer from 1 to 3650'],
        [{ customer_id, ...days(1.5) }, 'payload.ban.days must be an integer from 1 to 3650'],
        [{ customer_id, ...days('1') }, 'payload.ban.days must be an integer from 1 to 3650'],
      ]
      for (const [payload, detail] of wrong) {
        assert.deepEqual(
          await caller.refuse('ban_customer', payload),
          validation(detail, { request: payload }),
        )
      }
      await customer.web().succeed('get_chats_summary')
      assert.deepEqual(await desk.pushes(), [])
      await caller.succeed('ban_customer', { customer_id, ...days(3_650) })
    })

    test('ban_customer needs the scope customers.ban:write', async () => {
      const world = await suite.world()
      const [customer, agent] = [
        await world.customer(),
        await world.agent('ada', { scopes: ['chats.meta--all:write', 'agents--all:write'] }),
      ]
      const request = { customer_id: customer.id, ...days(1) }
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('ban_customer', request),
        authorization('one of the scopes customers.ban:write is needed'),
      )
      await customer.web().succeed('get_chats_summary')
    })
  })

  test('the push of ban_customer carries the request_id on the connection that asked', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const desk = await agent.connect()
    const request = { customer_id: customer.id, ...days(1) }
    await desk.succeed('ban_customer', request)
    assert.deepEqual(await desk.pushes(), [pushFrame('customer_banned', request, 'request-2')])
  })

  test('ban_customer bans once when it is repeated with one idempotency key', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const [desk, web] = [await agent.connect(), agent.web()]
    const request = { customer_id: customer.id, ...days(1) }
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await web.succeed('ban_customer', request, { idempotencyKey: 'once' }), {})
    }
    assert.equal((await desk.pushes()).length, 1)
  })
})
