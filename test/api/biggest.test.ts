import assert from 'node:assert/strict'
import { biggest } from '../../packages/core/test/maxima.js'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { validation } from '../support/errors.js'
import { listAt, textAt } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import type { Person, World } from '../support/world.js'

/**
 * Minimum size of the longest frames, as a share of the computed maximum. The rest allows for characters and ids that
 * do not occur in practice.
 */
const reachedShare = 0.8
const shareOfCustomer = 0.6
/** They are added here, and none are removed. */
const shareOfScopes = 0.4
/** A character that takes six bytes in JSON, the maximum for one character. */
const long = '\u0001'
const members = 50

forEachStorage('the computed maximum sizes of responses and pushes', (storage) => {
  const place = long.repeat(128)
  const geolocation = { country: place, countryCode: place, region: place, city: place, timezone: place }
  const suite = useEngine(storage, { geolocate: async () => geolocation })

  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

  function checkReached(bytes: number, computed: number, what: string, share = reachedShare): void {
    assert.ok(bytes <= computed, `${what}: ${bytes} bytes, computed are ${computed}`)
    assert.ok(bytes >= computed * share, `${what}: ${bytes} bytes, computed are ${computed}`)
  }

  /** Fills the customer's details to their maximum size: mostly fields, and the last visited page. */
  async function fatten(customer: Person): Promise<void> {
    const fields = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`${index}`, 'x'.repeat(1_020)]),
    )
    const page = { url: `https://a.example/${'x'.repeat(600)}` }
    await customer.web().succeed('update_customer', { fields, monitoring: { page } })
  }

  /** Creates an agent with the longest profile and a long id. */
  async function fatAgent({ engine, licenseId }: World, index: number): Promise<string> {
    const login = `${index}-${licenseId}-`.padEnd(256, long)
    const name = long.repeat(260)
    const avatar = 'a'.repeat(1_950)
    const { id } = await engine.parley.admin.agents.create({ licenseId, login, name, email: '', avatar })
    return id
  }

  /** A form with the maximum number of bytes of JSON. */
  const longestForm = {
    type: 'filled_form',
    fields: Array.from({ length: 11 }, () => {
      return { type: 'text', name: 'n', label: 'l', required: false, value: 'x'.repeat(11_800) }
    }),
  }

  test('incoming_chat_thread reaches its computed maximum in a chat with many former members', async () => {
    const world = await suite.world()
    const [customer, desk] = [await world.customer(), await world.agent('desk')]
    await fatten(customer)
    const agents = Array.from({ length: 2 * members - 1 }, (_, index) => fatAgent(world, index))
    const groups = Array.from({ length: 100 }, (_, index) => 9_007_199_254_740_000 + index)
    const { chatId: chat_id } = await startChat(customer, { scopes: { groups } })
    const ids = await Promise.all(agents)
    const [leaving, staying] = [ids.slice(0, members), ids.slice(members)]
    for (const joining of [leaving.slice(0, 25), leaving.slice(25, 49), leaving.slice(49)]) {
      await desk.web().succeed('join_chat', { chat_id, agent_ids: joining })
      await desk.web().succeed('remove_from_chat', { chat_id, agent_ids: joining })
    }
    const phone = await customer.connect()
    const console = await desk.connect()
    const add_scopes = { agents: [...ids, desk.id] }
    await desk.web('v0.3').succeed('update_chat_scopes', { chat_id, add_scopes })
    for (const [client, { chatScopesUpdated }] of [
      [console, biggest.pushes.agent],
      [phone, biggest.pushes.customer],
    ] as const) {
      const frame = (await client.pushes()).at(-1)
      checkReached(bytesOf(frame), chatScopesUpdated, 'chat_scopes_updated', shareOfScopes)
    }
    await desk.web().succeed('join_chat', { chat_id, agent_ids: staying })
    assert.deepEqual(
      await desk.web().refuse('join_chat', { chat_id, agent_ids: [desk.id] }),
      validation('payload.agent_ids would make more than 50 users of the chat'),
    )
    const { pushes } = biggest
    checkReached(
      bytesOf((await console.pushes()).at(-1)),
      pushes.agent.chatUsersUpdated,
      'chat_users_updated',
    )
    await desk.web().succeed('close_thread', { chat_id })
    await console.pushes()
    await phone.pushes()
    await customer.web().succeed('send_event', { chat_id, event: longestForm })
    const ofAgent = (await console.pushes()).find(({ action }) => action === 'incoming_chat_thread')
    const ofCustomer = (await phone.pushes()).find(({ action }) => action === 'incoming_chat_thread')
    for (const [frame, computed] of [
      [ofAgent, pushes.agent.incomingChatThread],
      [ofCustomer, pushes.customer.incomingChatThread],
    ] as const) {
      checkReached(bytesOf(frame), computed, 'incoming_chat_thread')
    }
    const read = await desk.web().succeed('get_chat_threads', { chat_id })
    assert.equal(listAt(read, 'chat.users').length, 2 * members)
  })

  test('customer_updated and incoming_event reach their computed maximums', async () => {
    const world = await suite.world()
    const [customer, desk] = [await world.customer(), await world.agent('desk')]
    await startChat(customer)
    const console = await desk.connect()
    await fatten(customer)
    const { answers, pushes } = biggest
    const updated = (await console.pushes()).at(-1)
    checkReached(bytesOf(updated), pushes.agent.customerUpdated, 'customer_updated', shareOfCustomer)
    const { chatId } = await startChat(customer)
    await console.pushes()
    const sent = await customer.web().succeed('send_event', { chat_id: chatId, event: longestForm })
    checkReached(bytesOf(sent), answers.customer.sendEvent, 'send_event')
    checkReached(bytesOf((await console.pushes()).at(-1)), pushes.agent.incomingEvent, 'incoming_event')
  })

  test('get_filtered_chats and login reach their computed maximums with long events', async () => {
    const world = await suite.world()
    const [customer, desk] = [await world.customer(), await world.agent('desk')]
    await fatten(customer)
    for (let index = 0; index < 40; index += 1) {
      await startChat(customer, { thread: { events: [longestForm] } })
    }
    const listed = await desk.web().succeed('get_filtered_chats')
    checkReached(bytesOf(listed), biggest.answers.agent.getFilteredChats, 'get_filtered_chats')
    const login = await (await desk.open()).succeed('login', { token: desk.token })
    checkReached(bytesOf(login), biggest.answers.agent.login, 'login')
    const page_id = textAt(listed, 'next_page_id')
    assert.ok(listAt(await desk.web().succeed('get_filtered_chats', { page_id }), 'chats_summary').length > 0)
    const own = await customer.web().succeed('get_chats_summary', { limit: 25 })
    assert.ok(bytesOf(own) <= biggest.answers.customer.getChatsSummary)
  })

  test('a request is refused when it would exceed a computed maximum', async () => {
    const world = await suite.world()
    const { agents } = suite.engine.parley.admin
    const fat = { licenseId: world.licenseId, login: `fat-${world.licenseId}`, name: long.repeat(512) }
    await assert.rejects(
      agents.create({ ...fat, avatar: 'x'.repeat(2_048) }),
      /larger than 5120 bytes as JSON/,
    )
    const methods = suite.engine.parley.as({ customerId: (await world.customer()).id })
    const text = 'x'.repeat(16_384)
    const message = { type: 'message', text } as const
    await assert.rejects(methods.startChat({ chat: { thread: { events: Array(17).fill(message) } } }), {
      type: 'entity_too_large',
    })
  })
})
