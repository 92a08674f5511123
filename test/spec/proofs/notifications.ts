import assert from 'node:assert/strict'
import type { PushService } from '@parley/core/ports'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('notifications', (storage) => {
  const notified: string[] = []
  const pushService: PushService = {
    notify: async (devices, { reason, body }) => {
      notified.push(...devices.map(({ token }) => `${token} ${reason} ${body}`))
      return { deadTokens: ['dead'] }
    },
  }
  const suite = useEngine(storage, { pushService })
  const advance = () => suite.engine.clock.advance(10_000)
  const assertNotified = async (...expected: readonly string[]) => {
    await eventually(async () => assert.equal(notified.length, expected.length))
    assert.deepEqual(notified.splice(0).toSorted(), expected)
  }

  verifies(
    [
      'decisions.12.notified',
      'decisions.12.connected',
      'decisions.12.disabled',
      'decisions.12.dead',
      'decisions.16.25.members',
      'decisions.16.25.assignees',
    ],
    'notifications reach the enabled devices of disconnected members of a chat, and of an assigned agent',
    async () => {
      const world = await suite.world()
      const [customer, ada, bob] = [
        await world.customer(),
        await world.agent('ada'),
        await world.agent('bob'),
      ]
      const put = (token: string, enabled: boolean) =>
        ada.web().succeed('change_push_notifications', {
          ...{ push_service_token: token, platform: 'ios', enabled },
        })
      const { chatId: chat_id } = await startChat(customer)
      await put('phone', true)
      await put('disabled', false)
      await bob.web().succeed('join_chat', { chat_id, agent_ids: [ada.id] })
      advance()
      await assertNotified('phone assigned ')
      const desk = await ada.connect()
      await say(customer, chat_id, 'connected')
      const disconnected = new Promise((resolve) => suite.engine.parley.on('agents_disconnected', resolve))
      await desk.close()
      await disconnected
      await put('dead', true)
      await say(customer, chat_id, 'away')
      advance()
      await assertNotified('dead event away', 'phone event away')
      const known = async () =>
        (await suite.engine.parley.admin.agents.listDevices({ agentId: ada.id })).items.map(
          ({ token }) => token,
        )
      await eventually(async () => assert.deepEqual((await known()).toSorted(), ['disabled', 'phone']))
    },
  )
})
