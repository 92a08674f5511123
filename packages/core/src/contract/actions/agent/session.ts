import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { agentChatSummary, agentChatSummaryV03 } from '../../objects/chat.js'
import { device } from '../../objects/device.js'
import { nothing } from '../../objects/nothing.js'
import { nextPageIdIfLong } from '../../objects/pages.js'
import { catchUpRequest, catchUpResponse } from '../../objects/sequence.js'
import { unixSeconds } from '../../objects/time.js'
import { myProfile } from '../../objects/user.js'
import { spec } from '../../spec.js'
import { everywhere } from './everywhere.js'

const license = {
  id: Type.Integer({ description: 'Id of the license.' }),
  plan: Type.String(),
  expiration_timestamp: Type.Union([unixSeconds(), Type.Null()]),
  creation_timestamp: unixSeconds(),
}

const loginRequest = <D extends (typeof device)['v0.3' | 'v0.4']>({ push_service_token, platform }: D) => ({
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

export const login = defineAction({
  ...everywhere,
  name: 'login',
  summary:
    'Logs the agent in on this connection; only `ping` is allowed before. Returns the profile of the agent and the chats that they can read.',
  transports: ['rtm'],
  scopes: [],
  request: byVersion({
    'v0.3': Type.Object(loginRequest(device['v0.3'])),
    'v0.4': Type.Object({ ...loginRequest(device['v0.4']), catch_up: Type.Optional(catchUpRequest) }),
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
  ...everywhere,
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
