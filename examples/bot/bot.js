import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const { PARLEY_URL = 'http://127.0.0.1:8080', PARLEY_TOKEN, PORT = '8090' } = process.env
const maxBodyLength = 2_000_000

const greeting = { type: 'message', text: 'Hello! Ask me about boots, or for a human.' }
const boots = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [{ title: 'Hiking boots', buttons: [{ text: 'Ask a human', postback_id: 'human' }] }],
}
const reactions = {
  incoming_chat_thread: ({ chat }, id) => answer(chat.id, opening(chat), id, greeting),
  incoming_event: ({ chat_id, event }, id) => answer(chat_id, event, id),
  incoming_rich_message_postback({ chat_id, postback }, id) {
    if (postback.id === 'human' && postback.toggled) return handOver(chat_id, id)
  },
}

/** Returns what the customer wrote to begin the thread, unless it was answered. No `incoming_event` is sent for it. */
function opening({ thread: { events = [] }, users }) {
  const customer = users.find(({ type }) => type === 'customer')
  const isAnswered = events.some(({ author_id }) => author_id === botId)
  return isAnswered ? undefined : events.findLast(({ author_id }) => author_id === customer?.id)
}

function answer(chat_id, event, id, otherwise) {
  if (/\bhuman\b/i.test(event?.text)) return handOver(chat_id, id)
  const reply = /\bboots\b/i.test(event?.text) ? boots : otherwise
  if (reply) return say(chat_id, reply, id)
}

/** Leaves the chat. Routing does not assign it to this bot again while another agent is available. */
async function handOver(chat_id, id) {
  await say(chat_id, { type: 'message', text: 'A colleague takes over.' }, id)
  await act('remove_from_chat', { chat_id }, `${id}-leave`)
}

const say = (chat_id, event, key) => act('send_event', { chat_id, event }, key)
const act = (action, payload, key) => call(`agent/v0.4/action/${action}`, { author_id: botId, payload }, key)
const configure = (action, payload) => call(`configuration/v0.5/agents/${action}`, payload)

/** Sends a request. The webhook's id is the idempotency key, so that a repeated webhook sends nothing twice. */
async function call(path, body, key) {
  const headers = { Authorization: `Bearer ${PARLEY_TOKEN}`, 'Content-Type': 'application/json' }
  if (key) headers['Idempotency-Key'] = key
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(new URL(path, PARLEY_URL), request)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const secret_key = `whsec_${randomBytes(32).toString('base64')}`
const webhook = new Webhook(secret_key)
const server = createServer(async (request, response) => {
  try {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk
      if (body.length > maxBodyLength) throw new WebhookVerificationError('Too long')
    }
    const { action, data } = webhook.verify(body, request.headers)
    await reactions[action](data, request.headers['webhook-id'])
    response.writeHead(204).end()
  } catch (error) {
    console.error(error)
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
  }
}).listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')

const groups = [{ id: 0, priority: 'first' }]
const bot = { name: 'Boots', status: 'accepting chats', max_chats_count: 100, groups }
const { bot_agents } = await configure('get_bot_agents', {})
const known = bot_agents.find(({ name }) => name === bot.name)
const botId = known?.id ?? (await configure('create_bot_agent', { ...bot, status: 'offline' })).bot_agent_id
/** Without this filter, the bot would receive events of every chat of the license. */
const filters = { chat_member_ids: { agents: [botId] } }
const actions = [
  { name: 'incoming_chat_thread', filters },
  { name: 'incoming_event', filters: { ...filters, author_type: 'customer' } },
  { name: 'incoming_rich_message_postback', filters },
]
const { BOT_URL = `http://127.0.0.1:${server.address().port}/` } = process.env
await configure('update_bot_agent', { ...bot, id: botId, webhooks: { url: BOT_URL, secret_key, actions } })
console.log(`${bot.name} answers as ${botId}`)
