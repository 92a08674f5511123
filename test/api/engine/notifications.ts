import assert from 'node:assert/strict'
import type { PushMessage, PushService } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

interface Notified {
  readonly tokens: readonly string[]
  readonly message: PushMessage
}

/** Creates a push service that responds as the test says and records its requests. */
function recorder() {
  const all: Notified[] = []
  const service: { answer: PushService['notify'] } = { answer: async () => ({ deadTokens: [] }) }
  const notify: PushService['notify'] = (devices, message, options) => {
    all.push({ tokens: devices.map(({ token }) => token), message })
    return service.answer(devices, message, options)
  }
  const of = ({ id }: Person) => all.filter(({ message }) => message.agentId === id)
  return { pushService: { notify }, service, of }
}

const device = (push_service_token: string, enabled = true) => {
  return { push_service_token, platform: 'android', enabled }
}

/** Creates a customer's chat with an agent who has a phone and no connection. */
async function setUp(world: World) {
  const [customer, ada] = [await world.customer({ name: 'Casey' }), await world.agent('ada')]
  const phone = `phone of ${ada.id}`
  await ada.web().succeed('change_push_notifications', device(phone))
  const { chatId, threadId } = await startChat(customer)
  await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [ada.id] })
  return { world, customer, ada, phone, chatId, threadId }
}

forEachStorage('notifications to agents who are away', (kind) => {
  const { pushService, service, of } = recorder()
  const suite = useEngine(kind, { pushService, expectsErrors: true })
  const advance = (ms = 10_000) => suite.engine.clock.advance(ms)
  const waitForNotifications = (person: Person, count: number) =>
    eventually(async () => assert.equal(of(person).length, count))

  let settledCount = 0

  /** Waits until all due notifications are done. It messages one more agent, whose notification is sent last. */
  async function settled({ world, customer }: { readonly world: World; readonly customer: Person }) {
    settledCount += 1
    const last = await world.agent(`last-${settledCount}`)
    await last.web().succeed('change_push_notifications', device(`phone of ${last.id}`))
    const { chatId } = await startChat(customer)
    await (await world.agent(`lead-${settledCount}`))
      .web()
      .succeed('join_chat', { chat_id: chatId, agent_ids: [last.id] })
    advance()
    await waitForNotifications(last, 1)
  }

  test('a notification contains what a customer wrote, and the name of the customer', async () => {
    const { ada, phone, customer, chatId, threadId } = await setUp(await suite.world())
    await say(customer, chatId, 'Is anybody\nthere?')
    advance(1_000)
    await waitForNotifications(ada, 1)
    const { licenseId } = ada.world
    assert.deepEqual(of(ada), [
      {
        tokens: [phone],
        message: {
          ...{ licenseId, agentId: ada.id, chatId, threadId, reason: 'event' },
          ...{ title: 'Casey', body: 'Is anybody there?', eventType: 'message', eventCount: 1 },
        },
      },
    ])
  })

  test('messages within ten seconds become one notification', async () => {
    const all = await setUp(await suite.world())
    const { ada, customer, chatId } = all
    await say(customer, chatId, 'one')
    advance(1_000)
    await waitForNotifications(ada, 1)
    for (const text of ['two', 'three']) await say(customer, chatId, text)
    advance(9_000)
    assert.equal(of(ada).length, 1)
    advance(1_000)
    await waitForNotifications(ada, 2)
    const { body, eventCount } = of(ada)[1]?.message ?? {}
    assert.deepEqual([body, eventCount], ['three', 2])
  })

  test('agents added to a chat by another user are notified, and nobody is notified of their own actions', async () => {
    const all = await setUp(await suite.world())
    const { world, ada, chatId } = all
    const boss = await world.agent('boss')
    await boss.web().succeed('change_push_notifications', device(`phone of ${boss.id}`))
    const mine = await startChat(ada)
    await ada.web().succeed('send_event', { chat_id: mine.chatId, event: { type: 'message', text: 'Me' } })
    await boss.web().succeed('join_chat', { chat_id: mine.chatId, agent_ids: [boss.id] })
    await settled(all)
    assert.deepEqual([of(ada), of(boss)], [[], []])
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [boss.id] })
    advance()
    await waitForNotifications(boss, 1)
    const { reason, eventType, eventCount } = of(boss)[0]?.message ?? {}
    assert.deepEqual([reason, eventType, eventCount], ['assigned', null, 0])
  })

  test('connected agents, non-members and agents with disabled devices are not notified', async () => {
    const all = await setUp(await suite.world())
    const { world, ada, phone, customer, chatId } = all
    const bob = await world.agent('bob')
    await bob.web().succeed('change_push_notifications', device(`phone of ${bob.id}`))
    const desk = await ada.connect()
    await say(customer, chatId, 'connected')
    await settled(all)
    await desk.close()
    await ada.web().succeed('change_push_notifications', device(phone, false))
    await say(customer, chatId, 'disabled')
    await settled(all)
    assert.deepEqual([of(ada), of(bob)], [[], []])
    await ada.web().succeed('change_push_notifications', device(phone))
    await say(customer, chatId, 'away')
    advance()
    await waitForNotifications(ada, 1)
  })

  test('a device that the push service no longer knows is removed', async () => {
    const { ada, phone, customer, chatId } = await setUp(await suite.world())
    const { agents } = suite.engine.parley.admin
    const known = async () => (await agents.listDevices({ agentId: ada.id })).items.map(({ token }) => token)
    await ada.web().succeed('change_push_notifications', device('old'))
    service.answer = async () => ({ deadTokens: ['old'] })
    await say(customer, chatId, 'Hello')
    advance()
    await eventually(async () => assert.deepEqual(await known(), [phone]))
    service.answer = async () => ({ deadTokens: [] })
  })

  test('failing or hanging push services delay no other notification', async () => {
    const { ada, customer, chatId } = await setUp(await suite.world())
    const desk = await (await ada.world.agent('desk')).connect()
    for (const answer of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})]) {
      service.answer = answer
      const count = of(ada).length + 1
      await say(customer, chatId, 'Hello')
      advance()
      await waitForNotifications(ada, count)
      await say(customer, chatId, 'Still here')
    }
    assert.equal((await desk.pushes()).length, 4)
    service.answer = async () => ({ deadTokens: [] })
  })
})
