import { type TSchema, Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { mapOf } from '../record.js'
import { id } from './ids.js'
import { propertyValue } from './properties.js'
import { excludedMeaning, propertyFiltersRequest, valuesMeaning } from './property-filters.js'

// Spec configuration.md "Bot agent" and "Webhook registration". Which filters an action has the domain checks.

export const botStatus = Type.Union(
  [Type.Literal('accepting chats'), Type.Literal('not accepting chats'), Type.Literal('offline')],
  {
    description:
      'Whether the bot is given chats (`accepting chats`), is logged in and given none (`not accepting chats`), or is not logged in (`offline`).',
  },
)

const priorityMeaning =
  'Who of the group gets its chats: those with `first` before those with `normal`, and these before those with `last`.'
const groupsMeaning =
  'The groups of the bot. There is one, 0, and every bot is in it; without it the bot is in it as `normal`.'

export const botGroup = Type.Object({
  id: Type.Integer({ minimum: 0, description: 'Id of the group: 0, which is the only one.' }),
  priority: Type.Union([Type.Literal('first'), Type.Literal('normal'), Type.Literal('last')], {
    description: priorityMeaning,
  }),
})

export const botGroupsRequest = boundedArray(botGroup, 'scopeGroupCount', 0, groupsMeaning)
export const botGroups = Type.Array(botGroup, {
  description: 'The groups of the bot: 0, which is the only one.',
})

export const maxChatsCount = (options: { readonly default?: number } = {}) =>
  Type.Integer({
    ...{ minimum: 0, maximum: 10_000, ...options },
    description: 'Active chats of the bot: with as many, or more, it is given no other.',
  })

const ofChat = 'Conditions on properties of the chat, by namespace and name.'
const ofThread = 'Conditions on properties of the thread, by namespace and name.'
const ofEvent = 'Conditions on properties of the event, by namespace and name.'
const membersMeaning = 'Condition on the agents who are in the chat: one of these.'
const authorMeaning = 'Who has to have made the event.'
const filtersMeaning = 'What has to be so that the bot hears of it; without filters it hears of each.'
const dataMeaning = 'What it is sent beside the push: `chat_properties`, the properties of the chat.'
const actionNameMeaning = 'What it hears of, named as the push that tells it.'
const actionsMeaning = 'What it hears of, in the chats that it is in.'
const webhooksMeaning =
  'Where the bot wants to hear of its chats. They are kept and shown; nothing is delivered yet.'
const urlMeaning = 'Address that is to be told, by HTTP or HTTPS.'
const keyMeaning = 'Secret that is told along, so that the address knows who tells it.'
const allMeaning = 'All of these are in the chat.'
const anyMeaning = 'One of these is in the chat.'
const noneMeaning = 'None of these is in the chat.'

const authorType = Type.Union([Type.Literal('customer'), Type.Literal('agent')], {
  description: authorMeaning,
})

const olderFiltersRequest = {
  chat_properties: Type.Optional({ ...propertyFiltersRequest, description: ofChat }),
  thread_properties: Type.Optional({ ...propertyFiltersRequest, description: ofThread }),
  event_properties: Type.Optional({ ...propertyFiltersRequest, description: ofEvent }),
}

const agentIdsRequest = (description: string) => Type.Optional(boundedArray(id(), 'idCount', 0, description))

const newerFiltersRequest = {
  ...olderFiltersRequest,
  chat_member_ids: Type.Optional(
    Type.Object(
      {
        agents: agentIdsRequest(allMeaning),
        agents_any: agentIdsRequest(anyMeaning),
        agents_exclude: agentIdsRequest(noneMeaning),
      },
      { description: membersMeaning },
    ),
  ),
  author_type: Type.Optional(authorType),
}

function webhooksRequestOf<Action extends TSchema>(action: Action) {
  return Type.Object(
    {
      url: boundedString('urlLength', 1, urlMeaning),
      secret_key: boundedString('nameLength', 1, keyMeaning),
      actions: boundedArray(action, 'webhookActionCount', 0, actionsMeaning),
    },
    { description: webhooksMeaning },
  )
}

const olderNames = [
  Type.Literal('incoming_chat_thread'),
  Type.Literal('incoming_event'),
  Type.Literal('last_seen_timestamp_updated'),
  Type.Literal('thread_closed'),
  Type.Literal('chat_scopes_updated'),
  Type.Literal('chat_properties_updated'),
  Type.Literal('chat_thread_properties_updated'),
  Type.Literal('chat_users_updated'),
] as const
const newerNames = [
  ...olderNames,
  Type.Literal('incoming_rich_message_postback'),
  Type.Literal('agent_status_changed'),
  Type.Literal('agent_deleted'),
] as const
const olderName = Type.Union([...olderNames], { description: actionNameMeaning })
const newerName = Type.Union([...newerNames], { description: actionNameMeaning })

export const olderBotWebhooksRequest = webhooksRequestOf(
  Type.Object({
    name: olderName,
    filters: Type.Optional(Type.Object(olderFiltersRequest, { description: filtersMeaning })),
  }),
)

export const botWebhooksRequest = webhooksRequestOf(
  Type.Object({
    name: newerName,
    filters: Type.Optional(Type.Object(newerFiltersRequest, { description: filtersMeaning })),
    additional_data: Type.Optional(
      boundedArray(Type.Literal('chat_properties'), 'webhookActionCount', 0, dataMeaning),
    ),
  }),
)

const propertyFilters = (description: string) =>
  Type.Optional(
    mapOf(
      mapOf(
        Type.Object({
          exists: Type.Optional(Type.Boolean()),
          values: Type.Optional(Type.Array(propertyValue, { description: valuesMeaning })),
          exclude_values: Type.Optional(Type.Array(propertyValue, { description: excludedMeaning })),
        }),
      ),
      { description },
    ),
  )

const olderFilters = {
  chat_properties: propertyFilters(ofChat),
  thread_properties: propertyFilters(ofThread),
  event_properties: propertyFilters(ofEvent),
}

const agentIds = (description: string) => Type.Optional(Type.Array(Type.String(), { description }))

const newerFilters = {
  ...olderFilters,
  chat_member_ids: Type.Optional(
    Type.Object(
      {
        agents: agentIds(allMeaning),
        agents_any: agentIds(anyMeaning),
        agents_exclude: agentIds(noneMeaning),
      },
      { description: membersMeaning },
    ),
  ),
  author_type: Type.Optional(authorType),
}

function webhooksOf<Action extends TSchema>(action: Action) {
  return Type.Object(
    {
      url: Type.String({ description: urlMeaning }),
      secret_key: Type.String({ description: keyMeaning }),
      actions: Type.Array(action, { description: actionsMeaning }),
    },
    { description: webhooksMeaning },
  )
}

export const olderBotWebhooks = webhooksOf(
  Type.Object({
    name: olderName,
    filters: Type.Optional(Type.Object(olderFilters, { description: filtersMeaning })),
  }),
)

export const botWebhooks = webhooksOf(
  Type.Object({
    name: newerName,
    filters: Type.Optional(Type.Object(newerFilters, { description: filtersMeaning })),
    additional_data: Type.Optional(Type.Array(Type.Literal('chat_properties'), { description: dataMeaning })),
  }),
)
