import assert from 'node:assert/strict'
import { say } from './conversations.js'
import type { TestEngine } from './engine.js'
import { has, listAt } from './json.js'
import { startChatWithPhone, waitForAssignment } from './passing-over.js'

/** Cases in which agents pick threads, with the ids of the requirements that each proves. */
export const pickingCases = [
  {
    ids: ['decisions.7.1.member'],
    title: 'a member takes a waiting thread by joining again, and the assignment is pushed to all',
    prove: async (engine: TestEngine) => {
      const world = await engine.world()
      const [ada, bob, customer] = [
        await world.agent('ada'),
        await world.agent('bob'),
        await world.customer(),
      ]
      const { chatId, phone } = await startChatWithPhone(customer)
      const join = (agent_ids: readonly string[]) =>
        ada.web().succeed('join_chat', { chat_id: chatId, agent_ids })
      await join([ada.id, bob.id])
      await ada.web().succeed('close_thread', { chat_id: chatId })
      await say(customer, chatId, 'Are you there?')
      const assertWaits = async () => {
        const [chat] = listAt(await customer.web().succeed('get_chats_summary', {}), 'chats_summary')
        return has(chat, 'queue')
      }
      assert.equal(await assertWaits(), true)
      await join([bob.id.toUpperCase()])
      assert.equal(await assertWaits(), false)
      assert.equal(await waitForAssignment(phone), 'bob')
      await phone.pushes()
      await join([bob.id])
      assert.deepEqual(await phone.pushes(), [])
    },
  },
] as const
