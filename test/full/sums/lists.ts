import { type Estate, fill, words } from './estate.js'

const url = 'https://hooks.example/in'
/** Values that occur in no text, so that every rule reads the whole text and does not match. */
const values = [words('absent', 400)]
const filter = { test: { tokenized_string_property: { exclude_values: values } } }
const everywhere = { agent: { read: true, write: true }, customer: { read: true, write: true } }

/** Fills each list of a license up to its limit. Each function returns the length of its list. */
export const lists: Readonly<Record<string, (estate: Estate) => Promise<number>>> = {
  webhooks: ({ parley, agentId, clientIds }) =>
    fill(200, (index) => {
      const clientId = clientIds[index % clientIds.length] ?? ''
      const action = (['incoming_event', 'incoming_chat_thread'] as const)[index % 2] ?? 'incoming_event'
      const filters =
        action === 'incoming_event'
          ? { event_properties: filter, chat_properties: filter }
          : { chat_properties: filter, thread_properties: filter }
      return parley.as({ agentId, clientId }).registerWebhook({ url, action, secret_key: 'secret', filters })
    }),
  bots: ({ parley, agentId, clientIds }) =>
    fill(100, (index) => {
      const clientId = clientIds[index % clientIds.length] ?? ''
      const actions = Array.from({ length: 5 }, () => {
        return { name: 'incoming_event' as const, filters: { event_properties: filter } }
      })
      const webhooks = { url, secret_key: 'secret', actions }
      return parley
        .as({ agentId, clientId })
        .createBotAgent({ name: `Bot ${index}`, status: 'offline', webhooks })
    }),
  'automatic chat scopes': ({ agent }) =>
    fill(200, (index) => {
      const rules = {
        chat_properties: { test: { tokenized_string_property: { values: [`absent${index}`, ...values] } } },
      }
      return agent.addAutoChatScopes({ scopes: { groups: [index + 1] }, rules })
    }),
  properties: ({ parley, licenseId }) =>
    fill(1_000, (index) =>
      parley.admin.properties.createOrReplace({
        ...{ licenseId, namespace: `shop${index % 10}`, name: `property${index}`, type: 'string' },
        ...{ locations: { chat: everywhere, thread: everywhere, event: everywhere } },
        domain: Array.from({ length: 10 }, (_, at) => `${index} ${at} ${'x'.repeat(80)}`),
      }),
    ),
  members: ({ parley, licenseId, chatId }) =>
    fill(49, async (index) => {
      const login = `member${index}-${licenseId}@example.com`
      const { id } = await parley.admin.agents.create({
        licenseId,
        login,
        name: `Member ${index}`,
        permission: 'normal',
      })
      await parley.as({ agentId: id }).joinChat({ chat_id: chatId, agent_ids: [id] })
    }),
  chats: ({ customer }) => fill(99, () => customer.startChat()),
}
