import { Type } from 'typebox'
import { boundedArray, boundedString, documented } from '../limits.js'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'
import { id } from './ids.js'
import { propertyValue } from './properties.js'
import { excludedMeaning, propertyFilter, propertyFiltersRequest, valuesMeaning } from './property-filters.js'

// The domain checks which filters an action supports.

/** Refuses unknown fields: with a misspelled filter the webhook would receive more than intended. */
const closed = { additionalProperties: false } as const

const ofChat = 'Conditions on properties of the chat, by namespace and name.'
const ofThread = 'Conditions on properties of the thread, by namespace and name.'
const ofEvent = 'Conditions on properties of the event, by namespace and name.'
const membersMeaning =
  'Condition on the agents in the chat, or, when the action is about an agent, on that agent. Exactly one field must be given.'
const authorMeaning = 'Kind of user who must be the author of the event. System messages have no author.'
const filtersMeaning =
  'Conditions for a delivery. Without filters, every occurrence of the action is delivered.'
const dataMeaning =
  'Additional data to send with each delivery. `chat_properties` adds the properties of the chat.'
const actionMeaning = 'Action that the webhook is called for, such as `incoming_event`.'
const urlMeaning = 'Public HTTP or HTTPS address that deliveries are sent to.'
const keyMeaning =
  'Secret that every delivery contains and is signed with, so that the receiver can verify the sender. A key that begins with `whsec_` must continue with 24 to 64 bytes in base64.'
const allMeaning = 'All of these agents must be in the chat.'
const anyMeaning = 'At least one of these agents must be in the chat.'
const noneMeaning = 'None of these agents may be in the chat.'

const authorType = Type.Union([Type.Literal('customer'), Type.Literal('agent')], {
  description: authorMeaning,
})

export const urlRequest = {
  ...boundedString('urlLength', 1, urlMeaning),
  ...documented({ pattern: '^https?://', format: 'uri' }),
}
export const url = Type.String({ description: urlMeaning })

export const secretKeyRequest = boundedString('nameLength', 1, keyMeaning)
export const secretKey = Type.String({ description: keyMeaning })

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
export const olderActionName = Type.Union([...olderNames], { description: actionMeaning })
export const newerActionName = Type.Union([...newerNames], { description: actionMeaning })

const additionalDatum = Type.Literal('chat_properties')

export const additionalDataRequest = boundedArray(additionalDatum, 'webhookActionCount', 0, dataMeaning)
export const additionalData = Type.Array(additionalDatum, { description: dataMeaning })

const olderFilterFieldsRequest = {
  chat_properties: Type.Optional({ ...propertyFiltersRequest, description: ofChat }),
  thread_properties: Type.Optional({ ...propertyFiltersRequest, description: ofThread }),
  event_properties: Type.Optional({ ...propertyFiltersRequest, description: ofEvent }),
}

const agentIdsRequest = (description: string) => Type.Optional(boundedArray(id(), 'idCount', 0, description))

const newerFilterFieldsRequest = {
  ...olderFilterFieldsRequest,
  chat_member_ids: Type.Optional(
    Type.Object(
      {
        agents: agentIdsRequest(allMeaning),
        agents_any: agentIdsRequest(anyMeaning),
        agents_exclude: agentIdsRequest(noneMeaning),
      },
      { ...closed, ...documented({ minProperties: 1, maxProperties: 1 }), description: membersMeaning },
    ),
  ),
  author_type: Type.Optional(authorType),
}

const filters = { description: filtersMeaning, ...spec('configuration.md "Webhook registration", filters') }
export const olderFiltersRequest = Type.Object(olderFilterFieldsRequest, { ...closed, ...filters })
export const newerFiltersRequest = Type.Object(newerFilterFieldsRequest, { ...closed, ...filters })

const propertyFilters = (description: string) =>
  Type.Optional(
    mapOf(
      mapOf(
        Type.Object(
          {
            exists: Type.Optional(Type.Boolean()),
            values: Type.Optional(Type.Array(propertyValue, { description: valuesMeaning })),
            exclude_values: Type.Optional(Type.Array(propertyValue, { description: excludedMeaning })),
          },
          propertyFilter,
        ),
      ),
      { description },
    ),
  )

const olderFilterFields = {
  chat_properties: propertyFilters(ofChat),
  thread_properties: propertyFilters(ofThread),
  event_properties: propertyFilters(ofEvent),
}

const agentIds = (description: string) => Type.Optional(Type.Array(Type.String(), { description }))

const newerFilterFields = {
  ...olderFilterFields,
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

export const olderFilters = Type.Object(olderFilterFields, filters)
export const newerFilters = Type.Object(newerFilterFields, filters)
