import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Storage } from '@parley/core'
import { actions } from '../../packages/core/src/actions/index.js'
import { type Conversation, startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { forEachStorage } from '../support/storages.js'
import { customerVersions, type Person } from '../support/world.js'
import { unhurriedRtm } from './tenant.js'
import { Watch } from './watch.js'

type OwnAction = keyof typeof actions.customer

interface Reach {
  /** `chat`: what it names must be a chat of the customer; `self`: it is about nobody else. */
  readonly of: 'chat' | 'self'
  readonly payload: (chat: Conversation) => object
}

const named = (payload: (given: { chat_id: string; thread_id: string }) => object): Reach => {
  return { of: 'chat', payload: ({ chatId, threadId }) => payload({ chat_id: chatId, thread_id: threadId }) }
}
const own = (payload: object = {}): Reach => ({ of: 'self', payload: () => payload })
const properties = { test: { int_property: 1 } }
const event = { type: 'message', text: 'Hello' }
const postback = { id: 'yes', toggled: true }

/** Of spec chat.md "Customer API actions"; the compiler asks for those that are missing. Forms and logins are elsewhere. */
const reach: Readonly<Record<Exclude<OwnAction, 'login' | 'sendFile'>, Reach>> = {
  getChatsSummary: own(),
  getChatsSummaryWithoutPages: own(),
  startChat: own(),
  updateCustomer: own({ name: 'Casey' }),
  updateLastSeenTimestampOfAllChats: own(),
  getChatThreads: named(({ chat_id, thread_id }) => ({ chat_id, thread_ids: [thread_id] })),
  getChatThreadsSummary: named(({ chat_id }) => ({ chat_id })),
  getChatThreadsSummaryWithoutPages: named(({ chat_id }) => ({ chat_id })),
  sendEvent: named(({ chat_id }) => ({ chat_id, event })),
  sendRichMessagePostback: named((given) => ({ ...given, event_id: 'none', postback })),
  sendSneakPeek: named(({ chat_id }) => ({ chat_id, sneak_peek_text: 'Hel' })),
  updateChatProperties: named(({ chat_id }) => ({ chat_id, properties })),
  updateChatScopes: named(({ chat_id }) => ({ chat_id, add_scopes: { groups: [9] } })),
  updateChatThreadProperties: named((given) => ({ ...given, properties })),
  updateLastSeenTimestamp: named(({ chat_id }) => ({ chat_id })),
  closeThread: named(({ chat_id }) => ({ chat_id })),
}

const nowhere = { chatId: 'none', threadId: 'none' }

forEachStorage('what a customer reaches', (storage) => {
  const opened: Storage[] = []
  const wrap = (inner: Storage) => {
    opened.push(inner)
    return inner
  }
  const suite = useEngine(storage, { ...unhurriedRtm, wrap })

  /** A chat of somebody, with all who could hear of it. */
  async function given() {
    const world = await suite.world()
    const [owner, other, agent] = [await world.customer(), await world.customer(), await world.agent('ada')]
    const chat = await startChat(owner)
    const [stored] = opened
    assert.ok(stored)
    const listeners = await Promise.all([owner, other, agent].map((person) => person.connect()))
    const ids = { agentIds: [agent.id], customerIds: [owner.id] }
    const watch = new Watch({ storage: stored, licenseId: world.licenseId, ...ids, listeners })
    return { world, owner, other, chat, watch }
  }

  /** Each action in each version that has it. */
  async function tryAll(
    person: Person,
    kind: Reach['of'],
    check: (
      call: (chat: Conversation) => Promise<{ status: number; body: unknown }>,
      what: string,
    ) => Promise<void>,
  ) {
    for (const [key, { of, payload }] of Object.entries(reach)) {
      if (of !== kind) continue
      const contract = Object.entries(actions.customer).find(([name]) => name === key)?.[1].contract
      assert.ok(contract)
      for (const version of customerVersions.filter((one) =>
        contract.versions.some((served) => served === one),
      )) {
        const call = (chat: Conversation) => person.web(version).post(contract.name, payload(chat))
        await check(call, `${contract.name} ${version}`)
      }
    }
  }

  test('is every action about a chat of its own', async () => {
    const { owner } = await given()
    const results = new Map<string, number>()
    await tryAll(owner, 'chat', async (call, what) => {
      results.set(what, (await call(await startChat(owner))).status)
    })
    // There is no rich message to answer.
    const refused = [...results].filter(([, status]) => status !== 200).map(([what]) => what)
    assert.deepEqual(refused, ['send_rich_message_postback v0.5'])
  })

  test('is no chat of another customer: it answers as one that does not exist, stores and pushes nothing', async () => {
    const { other, chat, watch } = await given()
    await watch.leavesNoTrace(chat, () =>
      tryAll(other, 'chat', async (call, what) => {
        const [answer, unknown] = [await call(chat), await call(nowhere)]
        assert.deepEqual([answer.status, answer.body], [400, unknown.body], what)
      }),
    )
  })

  test('is nothing of another license', async () => {
    const { chat, watch } = await given()
    const stranger = await (await suite.world()).customer()
    await watch.leavesNoTrace(chat, async () => {
      await tryAll(stranger, 'chat', async (call, what) => {
        const [answer, unknown] = [await call(chat), await call(nowhere)]
        assert.deepEqual([answer.status, answer.body], [400, unknown.body], what)
      })
      await tryAll(stranger, 'self', async (call, what) => assert.equal((await call(chat)).status, 200, what))
    })
  })
})
