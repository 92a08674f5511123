import { Type } from 'typebox'
import { describeReasons } from './close-codes.js'
import { byVersion, defineAction, definePush } from './define.js'
import {
  agentEveryVersion,
  agentEverywhere,
  customerEveryVersion,
  customerEverywhere,
} from './every-version.js'
import { boundedString } from './limits.js'
import { agentChatSummary, agentChatSummaryV03 } from './objects/chat.js'
import { customerLoginDetailsRequest } from './objects/customer-details.js'
import { device } from './objects/device.js'
import { uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { nextPageIdIfLong } from './objects/pages.js'
import { catchUpRequest, catchUpResponse } from './objects/sequence.js'
import { unixSeconds } from './objects/time.js'
import { myProfile } from './objects/user.js'
import { spec } from './spec.js'

const license = {
  id: Type.Integer({ description: 'Id of the license.' }),
  plan: Type.String(),
  expiration_timestamp: Type.Union([unixSeconds(), Type.Null()]),
  creation_timestamp: unixSeconds(),
}

const agentLoginRequest = <D extends (typeof device)['v0.3' | 'v0.4']>({
  push_service_token,
  platform,
}: D) => ({
  token: boundedString('tokenLength', 1),
  reconnect: Type.Optional(Type.Boolean()),
  push_notifications: Type.Optional(
    Type.Object({ push_service_token: Type.Optional(push_service_token), platform }),
  ),
  application: Type.Optional(
    Type.Object({
      name: Type.Optional(boundedString('nameLength', 0, 'Name of the program.')),
      version: Type.Optional(boundedString('nameLength')),
    }),
  ),
})

export const agentLogin = defineAction({
  ...agentEverywhere,
  name: 'login',
  summary:
    'Logs the agent in on this connection; only `ping` is allowed before. Returns the profile of the agent and the chats that they can read.',
  transports: ['rtm'],
  scopes: [],
  request: byVersion({
    'v0.3': Type.Object(agentLoginRequest(device['v0.3'])),
    'v0.4': Type.Object({ ...agentLoginRequest(device['v0.4']), catch_up: Type.Optional(catchUpRequest) }),
  }),
  response: byVersion({
    'v0.3': Type.Object({
      license: Type.Object(license, spec('chat.md "Other objects", license')),
      my_profile: myProfile,
      chats_summary: Type.Array(agentChatSummaryV03),
    }),
    'v0.4': Type.Object({
      license: Type.Object(
        { ...license, in_trial: Type.Boolean() },
        spec('chat.md "Other objects", license'),
      ),
      my_profile: myProfile,
      chats_summary: Type.Array(agentChatSummary),
      next_page_id: nextPageIdIfLong,
      catch_up: Type.Optional(catchUpResponse),
    }),
  }),
})

const enabled = Type.Boolean()

export const changePushNotifications = defineAction({
  ...agentEverywhere,
  name: 'change_push_notifications',
  summary:
    'Turns push notifications on or off for one device of the agent. From v0.4 on, the device can also be a browser.',
  scopes: [],
  request: byVersion({
    'v0.3': Type.Object({ ...device['v0.3'], enabled }),
    'v0.4': Type.Object({ ...device['v0.4'], enabled }),
  }),
  response: nothing,
})

const customerLoginRequest = {
  token: boundedString('tokenLength', 1),
  customer: Type.Optional(customerLoginDetailsRequest),
}

const newestLoginRequest = {
  ...customerLoginRequest,
  queue_updates: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether this connection receives `queue_position_updated` while chats of the customer wait for an agent.',
      ...spec('decisions §7.9'),
    }),
  ),
  catch_up: Type.Optional(catchUpRequest),
}

const loginResponse = { customer_id: uuid(), static_config_path: Type.String() }

export const customerLogin = defineAction({
  ...customerEverywhere,
  name: 'login',
  summary:
    'Logs the customer in on this connection; only `ping` is allowed before. The request can contain details of the customer and their current page.',
  transports: ['rtm'],
  request: byVersion({
    'v0.3': Type.Object(customerLoginRequest),
    'v0.4': Type.Object(customerLoginRequest),
    'v0.5': Type.Object(newestLoginRequest),
  }),
  response: byVersion({
    'v0.3': Type.Object(loginResponse),
    'v0.4': Type.Object(loginResponse),
    'v0.5': Type.Object({ ...loginResponse, catch_up: Type.Optional(catchUpResponse) }),
  }),
})

const agentReasons = [
  Type.Literal('access_token_revoked'),
  Type.Literal('license_expired'),
  Type.Literal('agent_deleted'),
  Type.Literal('logged_out_remotely'),
  Type.Literal('unsupported_version'),
] as const

export const agentDisconnectReason = Type.Union([...agentReasons], {
  description: describeReasons(agentReasons.map(({ const: reason }) => reason)),
})

export const agentDisconnected = definePush({
  ...agentEveryVersion,
  name: 'agent_disconnected',
  summary: 'The server closes the connection after this push; `reason` says why.',
  payload: Type.Object({ reason: agentDisconnectReason }),
})

const reasonsOfEveryVersion = [
  Type.Literal('customer_banned'),
  Type.Literal('too_many_connections'),
  Type.Literal('license_not_found'),
  Type.Literal('internal_error'),
] as const

const customerReasons = [...reasonsOfEveryVersion, Type.Literal('unsupported_version')] as const

export const customerDisconnectReason = Type.Union([...customerReasons], {
  description: describeReasons(customerReasons.map(({ const: reason }) => reason)),
})

const withReason = Type.Object({ reason: customerDisconnectReason })

export const customerDisconnected = definePush({
  ...customerEveryVersion,
  name: 'customer_disconnected',
  summary: 'The server closes the connection after this push; `reason` says why.',
  payload: byVersion({
    /**
     * Lacks `unsupported_version` (spec chat.md "Versioning"), because the receiver of that reason speaks no existing
     * version.
     */
    'v0.3': Type.Object({
      reason: Type.Union([...reasonsOfEveryVersion], {
        description: describeReasons(reasonsOfEveryVersion.map(({ const: reason }) => reason)),
      }),
    }),
    'v0.4': withReason,
    'v0.5': withReason,
  }),
})
