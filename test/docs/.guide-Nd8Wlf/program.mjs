import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import { sqliteStorage } from '@parley/storage-sqlite'

const parley = await createParley({
  storage: sqliteStorage({ filename: 'parley.db' }),
  encryptionKeys: [randomBytes(32).toString('base64')],
  allowPrivateWebhookTargets: true,
})
const server = await serve(parley, { port: Number(process.env.PORT ?? 8080) })

const { id: licenseId } = await parley.admin.licenses.create({ name: 'My shop' })
const ada = await parley.admin.agents.create({
  licenseId,
  login: 'ada@example.com',
  name: 'Ada',
  permission: 'administrator',
})
const { clientId } = await parley.admin.apps.register({
  licenseId,
  name: 'My integration',
  type: 'server',
  visibility: 'private',
  redirectUris: [],
  scopes: ['webhooks--my:write', 'webhooks--my:read'],
})
const { accessToken } = await parley.admin.tokens.issueForAgent({ licenseId, clientId, agentId: ada.id })
const customer = parley.as({
  customerId: (await parley.admin.tokens.issueForCustomer({ licenseId, clientId })).customerId,
})

import { Webhook } from 'standardwebhooks'

const secret_key = `whsec_${randomBytes(32).toString('base64')}`
const webhook = new Webhook(secret_key)
const seen = new Set()
let isDown = true

const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  if (isDown) return response.writeHead(503).end()
  const { action, data, additional_data } = webhook.verify(body, request.headers)
  const id = request.headers['webhook-id']
  if (!seen.has(id)) console.log(action, data.event.text, JSON.stringify(additional_data))
  seen.add(id)
  response.writeHead(204).end()
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')

async function configure(action, payload) {
  const response = await fetch(`${server.url}/configuration/v0.5/webhooks/${action}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  })
  return response.json()
}

const registration = {
  url: `http://127.0.0.1:${receiver.address().port}/`,
  description: 'What customers ask about boots',
  action: 'incoming_event',
  secret_key,
  filters: {
    author_type: 'customer',
    chat_properties: { test: { string_property: { values: ['boots'] } } },
  },
  additional_data: ['chat_properties'],
}
const { webhook_id } = await configure('register_webhook', registration)

const refused = await configure('register_webhook', { ...registration, action: 'thread_closed' })
console.log(refused.error.message)

import { setTimeout as wait } from 'node:timers/promises'

const attempts = () => parley.admin.webhooks.attempts({ licenseId, webhookId: webhook_id })

await customer.updateCustomer({ name: 'Casey' })
const started = await customer.startChat({
  chat: { properties: { test: { string_property: { value: 'boots' } } } },
})
const event = { type: 'message', text: 'Do these come in green?' }
await customer.sendEvent({ chat_id: started.chat.id, event })

while ((await attempts()).length < 1) await wait(50)
isDown = false
while ((await attempts()).length < 2) await wait(50)
for (const { status, reason } of await attempts()) console.log(status, reason === null)

const { items } = await parley.admin.webhooks.failed({ licenseId })
console.log(items.length)

receiver.close()
await parley.close()
await server.close()
