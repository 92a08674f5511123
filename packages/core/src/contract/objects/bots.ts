import { type TSchema, Type } from 'typebox'
import { boundedArray } from '../limits.js'
import { refusing } from '../refused.js'
import { spec } from '../spec.js'
import {
  additionalData,
  additionalDataRequest,
  newerActionName,
  newerFilters,
  newerFiltersRequest,
  olderActionName,
  olderFilters,
  olderFiltersRequest,
  secretKey,
  secretKeyRequest,
  url,
  urlRequest,
} from './webhooks.js'

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

const actionsMeaning =
  'What the bot hears of, in all chats of the license; `chat_member_ids` narrows it to some of them, such as its own.'
const webhooksMeaning =
  'Where the bot hears of what happens in the chats of the license and to its agents. Deliveries have the id of the bot as their `webhook_id`.'

const webhooksOptions = {
  description: webhooksMeaning,
  ...spec('configuration.md "Bot agent", webhooks'),
}

function webhooksRequestOf<Action extends TSchema>(action: Action) {
  return Type.Object(
    {
      url: urlRequest,
      secret_key: secretKeyRequest,
      actions: boundedArray(action, 'webhookActionCount', 0, actionsMeaning),
    },
    webhooksOptions,
  )
}

export const olderBotWebhooksRequest = webhooksRequestOf(
  refusing(
    Type.Object({ name: olderActionName, filters: Type.Optional(olderFiltersRequest) }),
    'additional_data',
  ),
)

export const botWebhooksRequest = webhooksRequestOf(
  Type.Object({
    name: newerActionName,
    filters: Type.Optional(newerFiltersRequest),
    additional_data: Type.Optional(additionalDataRequest),
  }),
)

function webhooksOf<Action extends TSchema>(action: Action) {
  const actions = Type.Array(action, { description: actionsMeaning })
  return Type.Object({ url, secret_key: Type.Optional(secretKey), actions }, webhooksOptions)
}

export const olderBotWebhooks = webhooksOf(
  Type.Object({ name: olderActionName, filters: Type.Optional(olderFilters) }),
)

export const botWebhooks = webhooksOf(
  Type.Object({
    name: newerActionName,
    filters: Type.Optional(newerFilters),
    additional_data: Type.Optional(additionalData),
  }),
)
