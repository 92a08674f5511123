import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

const loud = ({ id }: { readonly id: string }) => id.toUpperCase()

forEachStorage('agent ids in upper and lower case', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    async function setUp() {
      const world = await suite.world()
      const [customer, ada, bob] = [
        await world.customer(),
        await world.agent('ada'),
        await world.agent('bob'),
      ]
      const { chatId: chat_id, threadId } = await startChat(customer)
      return { world, customer, ada, bob, chat_id, threadId, caller: await ada.via(transport, version) }
    }

    test('join_chat and remove_from_chat match agent ids in any case, and push each agent once by its id', async () => {
      const { customer, ada, bob, chat_id, threadId, caller } = await setUp()
      assert.notEqual(loud(bob), bob.id)
      const phone = await customer.connect()
      const agent_ids = [loud(bob), bob.id, loud(ada)]
      assert.deepEqual(await caller.succeed('join_chat', { chat_id, agent_ids }), {})
      assert.deepEqual(await caller.succeed('join_chat', { chat_id, agent_ids: [loud(bob)] }), {})
      const read = await caller.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, bob.id, ada.id])
      assert.deepEqual(await caller.succeed('remove_from_chat', { chat_id, agent_ids }), {})
      const [joined, left, waits, ...others] = (await phone.pushes()).map(({ payload }) => payload)
      const added = listAt(joined, 'updated_users.added').map((user) => textAt(user, 'id'))
      assert.deepEqual(added, [bob.id, ada.id])
      assert.deepEqual(at(left, 'updated_users.removed_ids'), [bob.id, ada.id])
      assert.equal(at(waits, 'event.system_message_type'), 'routing.unassigned')
      assert.deepEqual(others, [])
    })

    test('an agent who may add only itself can write its id in any case, and can add no one else', async () => {
      const { world, bob, chat_id } = await setUp()
      const eve = await world.agent('eve', { scopes: ['chats.conversation--all:write'] })
      const caller = await eve.via(transport, version)
      assert.deepEqual(
        await caller.refuse('join_chat', { chat_id, agent_ids: [loud(bob)] }),
        authorization('other agents need a chats.meta scope that covers this chat'),
      )
      assert.deepEqual(await caller.succeed('join_chat', { chat_id, agent_ids: [loud(eve)] }), {})
    })

    test('the error for a refused agent names its index in the request, even when ids are repeated', async () => {
      const { ada, chat_id, caller } = await setUp()
      const agent_ids = [ada.id, loud(ada), 'NOBODY']
      const error = validation('payload.agent_ids[2] does not match any agent')
      assert.deepEqual(await caller.refuse('join_chat', { chat_id, agent_ids }), error)
      assert.deepEqual(await caller.refuse('remove_from_chat', { chat_id, agent_ids }), error)
    })

    test('update_agent matches the agent id in any case, and pushes the stored id', async () => {
      const { ada, bob, caller } = await setUp()
      const away = { routing_status: 'not_accepting_chats' }
      const desk = await bob.connect()
      await caller.succeed('update_agent', { agent_id: loud(bob), ...away })
      assert.deepEqual(await desk.pushes(), [pushFrame('agent_updated', { agent_id: bob.id, ...away })])
      const self = await (await suite.world()).agent('self', { permission: 'normal' })
      await self.connect()
      const own = await self.via(transport, version)
      await own.succeed('update_agent', { agent_id: loud(self), ...away })
      assert.deepEqual(
        await own.refuse('update_agent', { agent_id: loud(ada), ...away }),
        authorization('other agents need the scope agents--all:write'),
      )
    })
  })

  test('update_chat_scopes in v0.3 matches agent ids in any case, to show and to hide the chat', async () => {
    const world = await suite.world()
    const [boss, ada] = [await world.agent('boss'), await world.agent('ada', { permission: 'normal' })]
    const web = boss.web('v0.3')
    const scopes = { groups: [9], agents: [loud(ada), ada.id] }
    const started = await web.succeed('start_chat', { chat: { thread: { scopes } } })
    const chat_id = textAt(started, 'chat.id')
    const shown = async () => at(await web.succeed('get_chat_threads', { chat_id }), 'chat.scopes')
    const named = { groups: [9], agents: [ada.id] }
    assert.deepEqual(await shown(), named)
    assert.equal(at(await ada.web().succeed('get_chat_threads', { chat_id }), 'chat.id'), chat_id)
    const agents = { agents: [loud(ada)] }
    await web.succeed('update_chat_scopes', { chat_id, remove_scopes: agents })
    assert.deepEqual(await shown(), { groups: [9] })
    await web.succeed('update_chat_scopes', { chat_id, add_scopes: agents })
    assert.deepEqual(await shown(), named)
  })

  test('multicasts and filters of archives match agent ids in any case', async () => {
    const world = await suite.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChat(ada)
    await say(ada, chatId, 'Hello')
    const desk = await ada.connect()
    await bob
      .web('v0.4')
      .succeed('multicast', { scopes: { agents: { ids: [loud(ada)] } }, content: { a: 1 } })
    assert.deepEqual(
      (await desk.pushes()).map(({ action }) => action),
      ['incoming_multicast'],
    )
    const found = await bob.web('v0.4').succeed('get_archives', { filters: { agent_ids: [loud(ada)] } })
    assert.equal(listAt(found, 'chats').length, 1)
    const none = await bob.web('v0.4').succeed('get_archives', { filters: { agent_ids: [loud(bob)] } })
    assert.equal(listAt(none, 'chats').length, 0)
  })
})
