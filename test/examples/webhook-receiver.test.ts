import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { at, textAt } from '../support/json.js'
import { Program } from './program.js'
import { openShop } from './shop.js'

const secrets = [`whsec_${randomBytes(32).toString('base64')}`, 'a secret that both have agreed on']
const body = JSON.stringify({
  webhook_id: '1',
  secret_key: '',
  action: 'agent_deleted',
  data: { agent_id: 'ä' },
})

/**
 * Signs a request like Parley does: with the decoded key of a `whsec_` secret, or with the text of any other secret.
 */
function signed(secret: string, text: string, at = new Date()): Record<string, string> {
  const webhook = new Webhook(secret, secret.startsWith('whsec_') ? undefined : { format: 'raw' })
  return {
    'webhook-id': 'delivery',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign('delivery', at, text),
  }
}

async function receive(
  secret: string,
  play: (url: string, receiver: Program) => Promise<void>,
): Promise<void> {
  const command = [process.execPath, 'examples/webhook-receiver/receiver.js'] as const
  const receiver = new Program(command, { WEBHOOK_SECRET: secret, PORT: '0' })
  try {
    await play(`http://127.0.0.1:${await receiver.waitForLine(/port (\d+)/)}/`, receiver)
  } finally {
    await receiver.stop()
  }
}

async function post(url: string, text: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { method: 'POST', body: text, headers })
  await response.text()
  return response.status
}

for (const secret of secrets) {
  describe(`the receiver, with a key that is ${secret.startsWith('whsec_') ? 'bytes' : 'text'}`, () => {
    test('the receiver accepts and prints signed requests only', async () => {
      await receive(secret, async (url, receiver) => {
        const good = signed(secret, body)
        const old = signed(secret, body, new Date(Date.now() - 600_000))
        const others = [{}, old, { ...good, 'webhook-id': 'other' }, signed(`whsec_${'A'.repeat(44)}`, body)]
        for (const headers of others) assert.equal(await post(url, body, headers), 401)
        assert.equal(await post(url, body.replace('deleted', 'created'), good), 401)
        assert.equal(await post(url, ' '.repeat(2_000_001), good), 401)
        assert.equal(await post(url, body, good), 204)
        const line = JSON.parse(await receiver.waitForLine(/^\{.*\}$/))
        assert.deepEqual(line, { id: 'delivery', action: 'agent_deleted', data: { agent_id: 'ä' } })
        assert.equal(receiver.lines.filter((printed) => printed.startsWith('{')).length, 1)
      })
    })

    test('the receiver gets the messages of customers from Parley', async () => {
      const shop = await openShop()
      try {
        const ada = await shop.hire('Ada')
        await receive(secret, async (url, receiver) => {
          await shop.configuration(ada.token).succeed('webhooks/register_webhook', {
            ...{ url, action: 'incoming_event', secret_key: secret },
            filters: { author_type: 'customer' },
          })
          await shop.configuration(ada.token).succeed('webhooks/register_webhook', {
            ...{ url, action: 'incoming_chat_thread', secret_key: secret },
          })
          const { client } = await shop.connectCustomer('Casey')
          const thread = { events: [{ type: 'message', text: 'Hello?' }] }
          const chat_id = textAt(await client.succeed('start_chat', { chat: { thread } }), 'chat.id')
          const event = { type: 'message', text: 'Is this shop open?' }
          await client.succeed('send_event', { chat_id, event })
          const first: unknown = JSON.parse(await receiver.waitForLine(/^\{.*"incoming_chat_thread".*\}$/))
          assert.equal(at(first, 'data.chat.thread.events.0.text'), 'Hello?')
          const printed: unknown = JSON.parse(await receiver.waitForLine(/^\{.*"incoming_event".*\}$/))
          assert.equal(at(printed, 'data.chat_id'), chat_id)
          assert.equal(at(printed, 'data.event.text'), 'Is this shop open?')
          await shop.delivered()
        })
      } finally {
        await shop.close()
      }
    })
  })
}
