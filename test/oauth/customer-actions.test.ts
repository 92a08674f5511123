import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import { actions } from '../../packages/core/src/actions/index.js'
import { test } from '../support/cells.js'
import { useEngine } from '../support/engine.js'
import { png } from '../support/images.js'
import { MemoryFiles } from '../support/kept-files.js'
import { sendCards } from '../support/rich-messages.js'
import { forEachStorage } from '../support/storages.js'
import { customerVersions, type Person } from '../support/world.js'
import { type CallResult, call } from './call.js'
import { unhurriedRtm } from './tenant.js'
import { Watch } from './watch.js'

type OwnAction = keyof typeof actions.customer

/** A chat that contains a rich message. */
interface ChatIds {
  readonly chatId: string
  readonly threadId: string
  readonly eventId: string
}

interface Reach {
  /** `chat` when the action names a chat that must be the customer's own; `self` when it is about the customer only. */
  readonly of: 'chat' | 'self'
  readonly payload: (chatIds: ChatIds) => object
}

type Named = Readonly<Record<'chat_id' | 'thread_id' | 'event_id', string>>

const named = (payload: (given: Named) => object): Reach => ({
  of: 'chat',
  payload: ({ chatId, threadId, eventId }) => {
    return payload({ chat_id: chatId, thread_id: threadId, event_id: eventId })
  },
})
const own = (payload: object = {}): Reach => ({ of: 'self', payload: () => payload })
const properties = { test: { int_property: 1 } }
const event = { type: 'message', text: 'Hello' }
const postback = { id: 'yes', toggled: true }

/** The actions of spec chat.md "Customer API actions". The compiler reports missing ones. */
const reach: Readonly<Record<OwnAction, Reach>> = {
  login: own(),
  getChatsSummary: own(),
  getChatsSummaryWithoutPages: own(),
  startChat: own(),
  updateCustomer: own({ name: 'Casey' }),
  updateLastSeenTimestampOfAllChats: own(),
  getChatThreads: named(({ chat_id, thread_id }) => ({ chat_id, thread_ids: [thread_id] })),
  getChatThreadsSummary: named(({ chat_id }) => ({ chat_id })),
  getChatThreadsSummaryWithoutPages: named(({ chat_id }) => ({ chat_id })),
  sendEvent: named(({ chat_id }) => ({ chat_id, event })),
  sendFile: named(({ chat_id }) => ({ chat_id, custom_id: 'mine', file: png(1, 1) })),
  sendRichMessagePostback: named((given) => ({ ...given, postback })),
  sendSneakPeek: named(({ chat_id }) => ({ chat_id, sneak_peek_text: 'Hel' })),
  updateChatProperties: named(({ chat_id }) => ({ chat_id, properties })),
  updateChatScopes: named(({ chat_id }) => ({ chat_id, add_scopes: { groups: [9] } })),
  updateChatThreadProperties: named(({ chat_id, thread_id }) => ({ chat_id, thread_id, properties })),
  updateLastSeenTimestamp: named(({ chat_id }) => ({ chat_id })),
  closeThread: named(({ chat_id }) => ({ chat_id })),
}

const nowhere = { chatId: 'none', threadId: 'none', eventId: 'none' }

forEachStorage('the reach of a customer', (storage) => {
  const opened: Storage[] = []
  const wrap = (inner: Storage) => {
    opened.push(inner)
    return inner
  }
  const files = new MemoryFiles()
  const suite = useEngine(storage, { ...unhurriedRtm, files, wrap })

  /** Creates a user with a chat, and connections of everyone who could be pushed its changes. */
  async function setUp() {
    const world = await suite.world()
    const [owner, other, agent] = [await world.customer(), await world.customer(), await world.agent('ada')]
    const chat = await sendCards(owner)
    const [stored] = opened
    assert.ok(stored)
    const listeners = await Promise.all([owner, other, agent].map((person) => person.connect()))
    const ids = { agentIds: [agent.id], customerIds: [owner.id] }
    const watch = new Watch({ storage: stored, licenseId: world.licenseId, ...ids, listeners })
    return { world, owner, other, chat, watch }
  }

  /** Tries each action in each version that has it. */
  async function tryAllActions(
    person: Person,
    kind: Reach['of'],
    check: (callAbout: (chatIds: ChatIds) => Promise<CallResult>, what: string) => Promise<void>,
  ) {
    for (const [key, { of, payload }] of Object.entries(reach)) {
      if (of !== kind) continue
      const contract = Object.entries(actions.customer).find(([name]) => name === key)?.[1].contract
      assert.ok(contract)
      for (const version of customerVersions.filter((one) =>
        contract.versions.some((served) => served === one),
      )) {
        const action = { name: contract.name, version }
        await check((chatIds) => call(person, action, payload(chatIds)), `${action.name} ${version}`)
      }
    }
  }

  test('a customer can call every action on their own chat', async () => {
    const { owner } = await setUp()
    await tryAllActions(owner, 'chat', async (callAbout, what) => {
      const { status, body } = await callAbout(await sendCards(owner))
      assert.equal(status, 200, `${what}: ${JSON.stringify(body)}`)
    })
  })

  test('a customer cannot reach the chat of another customer: actions respond as for an unknown chat, and store and push nothing', async () => {
    const { other, chat, watch } = await setUp()
    const before = files.keys
    await watch.leavesNoTrace(chat, () =>
      tryAllActions(other, 'chat', async (callAbout, what) => {
        const [answer, unknown] = [await callAbout(chat), await callAbout(nowhere)]
        assert.deepEqual([answer.status, answer.body], [400, unknown.body], what)
      }),
    )
    assert.deepEqual(files.keys, before)
  })

  test('a customer cannot reach another license', async () => {
    const { chat, watch } = await setUp()
    const stranger = await (await suite.world()).customer()
    await watch.leavesNoTrace(chat, async () => {
      await tryAllActions(stranger, 'chat', async (callAbout, what) => {
        const [answer, unknown] = [await callAbout(chat), await callAbout(nowhere)]
        assert.deepEqual([answer.status, answer.body], [400, unknown.body], what)
      })
      await tryAllActions(stranger, 'self', async (callAbout, what) => {
        assert.equal((await callAbout(chat)).status, 200, what)
      })
    })
  })
})
