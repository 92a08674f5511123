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
      'Status of the bot: logged in and assigned to chats (`accepting chats`), logged in but not assigned to chats (`not accepting chats`), or not logged in (`offline`).',
  },
)

const priorityMeaning =
  'Priority within the group. Chats go to agents with `first` before those with `normal`, and to agents with `last` only after both.'
const groupsMeaning =
  'Groups of the bot. Only group 0 exists, and every bot belongs to it. When it is not given, the bot has the priority `normal`.'

export const botGroup = Type.Object({
  id: Type.Integer({ minimum: 0, description: 'Id of the group. Only group 0 exists.' }),
  priority: Type.Union([Type.Literal('first'), Type.Literal('normal'), Type.Literal('last')], {
    description: priorityMeaning,
  }),
})

export const botGroupsRequest = boundedArray(botGroup, 'scopeGroupCount', 0, groupsMeaning)
export const botGroups = Type.Array(botGroup, {
  description: 'Groups of the bot. Only group 0 exists.',
})

export const maxChatsCount = (options: { readonly default?: number } = {}) =>
  Type.Integer({
    ...{ minimum: 0, maximum: 10_000, ...options },
    description:
      'Maximum number of active chats. A bot with this many or more is not assigned to further chats.',
  })

const actionsMeaning =
  'Actions that are sent to the bot, in all chats of the license. `chat_member_ids` limits them to some chats, such as those of the bot.'
const webhooksMeaning = 'Webhooks of the bot. The `webhook_id` of their deliveries is the id of the bot.'

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
