import { type TSchema, Type } from 'typebox'
import { botStatus } from './objects/bots.js'
import { agentEvent } from './objects/event.js'
import { uuid } from './objects/ids.js'
import { properties } from './objects/properties.js'
import * as agentPushes from './pushes/agent/index.js'
import { incomingRichMessagePostback } from './pushes/customer/index.js'
import { type WebhookAction, webhookActions } from './webhook-actions.js'

/** Deliveries of webhooks by action (spec configuration.md "Events"). */
interface DeliveryContract {
  /** One or two sentences for the reference about what happened, in Markdown. */
  readonly summary: string
  /** Field `data`: the payload that agents are pushed, with the thread when there is one (decisions §15, §16.24). */
  readonly data: TSchema
}

const statusMeaning = {
  description: 'Whether the agent is given chats, is logged in and given none, or is not logged in.',
}

export const webhookDeliveries: Readonly<Record<WebhookAction, DeliveryContract>> = {
  incoming_chat_thread: ofPush(agentPushes.incomingChatThread),
  incoming_event: {
    summary: agentPushes.incomingEvent.summary,
    data: Type.Object({ chat_id: uuid(), thread_id: uuid(), event: agentEvent }),
  },
  incoming_rich_message_postback: ofPush(incomingRichMessagePostback),
  last_seen_timestamp_updated: ofPush(agentPushes.lastSeenTimestampUpdated),
  thread_closed: ofPush(agentPushes.threadClosed),
  chat_scopes_updated: ofPush(agentPushes.chatScopesUpdated),
  chat_properties_updated: {
    summary: 'Properties of a chat were changed: only those, and of them only what agents may read.',
    data: agentPushes.chatPropertiesUpdated.payload,
  },
  chat_thread_properties_updated: {
    summary: 'Properties of a thread were changed: only those, and of them only what agents may read.',
    data: agentPushes.chatThreadPropertiesUpdated.payload,
  },
  chat_users_updated: {
    summary: 'Users joined a chat or left it, or an agent writes there without joining.',
    data: agentPushes.chatUsersUpdated.payload,
  },
  agent_status_changed: {
    summary: 'An agent has another status than before, by logging in or out too.',
    data: Type.Object({ agent_id: Type.String(), status: { ...botStatus, ...statusMeaning } }),
  },
  agent_deleted: {
    summary: 'An agent was deleted.',
    data: Type.Object({ agent_id: Type.String() }),
  },
}

function ofPush({ summary, payload }: { readonly summary: string; readonly payload: TSchema }) {
  return { summary, data: payload }
}

const additionalData = Type.Object(
  {
    chat_properties: Type.Optional({
      ...properties,
      description: 'Properties of the chat, those that agents may read.',
    }),
  },
  { description: 'What the webhook is sent beside the push.' },
)

/** Returns the schema of the body of a delivery. The older variant has no additional data. */
export function deliveryBody(action: WebhookAction, isOlder: boolean): TSchema {
  const hasAdditionalData = webhookActions[action].hasChat && !isOlder
  return Type.Object({
    webhook_id: Type.String({ description: 'Id of the webhook; of those of a bot, the id of the bot.' }),
    secret_key: Type.String({ description: 'The secret that was given with it.' }),
    action: Type.Literal(action, { description: 'What has happened.' }),
    data: { ...webhookDeliveries[action].data, description: 'What has happened, in full.' },
    ...(hasAdditionalData && { additional_data: Type.Optional(additionalData) }),
  })
}
