import { type TSchema, Type } from 'typebox'
import { byVersion, defineAction } from './define.js'
import { boundedString } from './limits.js'
import {
  botGroups,
  botGroupsRequest,
  botStatus,
  botWebhooks,
  botWebhooksRequest,
  maxChatsCount,
  olderBotWebhooks,
  olderBotWebhooksRequest,
} from './objects/bots.js'
import { id } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { refusingWrapped } from './refused.js'

const everywhere = {
  api: 'configuration',
  spec: 'configuration.md "Bot agents"',
  versions: ['v0.3', 'v0.4', 'v0.5'],
  transports: ['web'],
} as const

const idMeaning = 'Id of the bot.'
const nameMeaning = 'Displayed name of the bot.'
const avatarMeaning = 'Address of the picture of the bot.'
const allMeaning =
  'Whether to list the bots of every app of the license. Requires the scope `agents-bot--all:read`.'

const name = boundedString('nameLength', 1, nameMeaning)
const avatar = Type.Optional(boundedString('urlLength', 0, avatarMeaning))
const groups = Type.Optional(botGroupsRequest)
const botId = id(idMeaning)

function versioned<Older extends TSchema, Newer extends TSchema>(older: Older, newer: Newer) {
  return byVersion({ 'v0.3': older, 'v0.4': newer, 'v0.5': newer })
}

function creation<Webhooks extends TSchema>(webhooks: Webhooks) {
  return refusingWrapped(
    Type.Object({
      name,
      avatar,
      status: botStatus,
      max_chats_count: Type.Optional(maxChatsCount({ default: 6 })),
      groups,
      webhooks: Type.Optional(webhooks),
    }),
  )
}

function update<Webhooks extends TSchema>(webhooks: Webhooks) {
  return refusingWrapped(
    Type.Object({
      id: botId,
      name: Type.Optional(name),
      avatar,
      status: Type.Optional(botStatus),
      max_chats_count: Type.Optional(maxChatsCount()),
      groups,
      webhooks: Type.Optional(webhooks),
    }),
  )
}

const listed = {
  id: Type.String({ description: idMeaning }),
  name: Type.String({ description: nameMeaning }),
  avatar: Type.Optional(Type.String({ description: avatarMeaning })),
  status: botStatus,
}

function details<Webhooks extends TSchema>(webhooks: Webhooks) {
  const application = Type.Object(
    { client_id: Type.String({ description: 'Id of the app.' }) },
    { description: 'The app that owns the bot.' },
  )
  const bot = { ...listed, application, max_chats_count: maxChatsCount(), groups: botGroups }
  return Type.Object({
    bot_agent: Type.Object({ ...bot, webhooks: Type.Optional(webhooks) }, { description: 'The bot.' }),
  })
}

export const createBotAgent = defineAction({
  ...everywhere,
  name: 'agents/create_bot_agent',
  summary:
    'Creates a bot of the calling app. Revoking the token of this request logs the bot out; to act as the bot, send its id as `author_id` to the Agent API.',
  scopes: ['agents-bot--my:write'],
  request: versioned(creation(olderBotWebhooksRequest), creation(botWebhooksRequest)),
  response: Type.Object({ bot_agent_id: Type.String({ description: idMeaning }) }),
})

export const removeBotAgent = defineAction({
  ...everywhere,
  name: 'agents/remove_bot_agent',
  summary:
    'Removes a bot from the license and from its chats. Chats that then need an agent are assigned to other agents.',
  scopes: ['agents-bot--my:write', 'agents-bot--all:write'],
  request: refusingWrapped(Type.Object({ bot_agent_id: botId })),
  response: nothing,
})

export const updateBotAgent = defineAction({
  ...everywhere,
  name: 'agents/update_bot_agent',
  summary:
    'Updates the given fields of a bot of the calling app. From now on, revoking the token of this request logs the bot out.',
  scopes: ['agents-bot--my:write'],
  request: versioned(update(olderBotWebhooksRequest), update(botWebhooksRequest)),
  response: nothing,
})

export const getBotAgents = defineAction({
  ...everywhere,
  name: 'agents/get_bot_agents',
  summary: 'Lists the bots of the calling app, or of the whole license, ordered by id.',
  scopes: ['agents-bot--my:read', 'agents-bot--all:read'],
  request: refusingWrapped(
    Type.Object({ all: Type.Optional(Type.Boolean({ default: false, description: allMeaning })) }),
  ),
  response: Type.Object({
    bot_agents: Type.Array(Type.Object(listed), { description: 'The bots.' }),
  }),
})

export const getBotAgentDetails = defineAction({
  ...everywhere,
  name: 'agents/get_bot_agent_details',
  summary: 'Returns the configuration of a bot.',
  scopes: ['agents-bot--my:read', 'agents-bot--all:read'],
  request: refusingWrapped(Type.Object({ bot_agent_id: botId })),
  response: versioned(details(olderBotWebhooks), details(botWebhooks)),
})
