import { type TSchema, Type } from 'typebox'
import * as agentPushes from './agent-pushes.js'
import { incomingRichMessagePostback } from './customer-pushes.js'
import { botStatus } from './objects/bots.js'
import { agentEvent } from './objects/event.js'
import { uuid } from './objects/ids.js'
import { properties } from './objects/properties.js'
import { type WebhookAction, webhookActions } from './webhook-actions.js'

/** Deliveries of webhooks by action (spec configuration.md "Events"). */
interface DeliveryContract {
  /** One or two sentences for the reference about what happened, in Markdown. */
  readonly summary: string
  /** Field `data`: the payload that agents are pushed, with the thread when there is one (decisions §15, §16.24). */
  readonly data: TSchema
}

const statusMeaning = {
  description:
    'Status of the agent: logged in and accepting chats, logged in but not accepting chats, or not logged in.',
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
    summary: 'Properties of a chat changed. Contains only the changed properties that agents can read.',
    data: agentPushes.chatPropertiesUpdated.payload,
  },
  chat_thread_properties_updated: {
    summary: 'Properties of a thread changed. Contains only the changed properties that agents can read.',
    data: agentPushes.chatThreadPropertiesUpdated.payload,
  },
  chat_users_updated: {
    summary: 'Users joined or left a chat, or an agent wrote in a chat without joining it.',
    data: agentPushes.chatUsersUpdated.payload,
  },
  agent_status_changed: {
    summary: 'The status of an agent changed, also because the agent logged in or out.',
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
      description: 'Properties of the chat that agents can read.',
    }),
  },
  { description: 'Additional data that the webhook was registered with.' },
)

/** Returns the schema of the body of a delivery. The older variant has no additional data. */
export function deliveryBody(action: WebhookAction, isOlder: boolean): TSchema {
  const hasAdditionalData = webhookActions[action].hasChat && !isOlder
  return Type.Object({
    webhook_id: Type.String({
      description: 'Id of the webhook. For the webhooks of a bot: the id of the bot.',
    }),
    secret_key: Type.String({ description: 'Secret key of the webhook.' }),
    action: Type.Literal(action, { description: 'Name of the action that happened.' }),
    data: { ...webhookDeliveries[action].data, description: 'Payload of the action.' },
    ...(hasAdditionalData && { additional_data: Type.Optional(additionalData) }),
  })
}
