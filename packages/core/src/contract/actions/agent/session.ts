import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { agentChatSummary, agentChatSummaryV03 } from '../../objects/chat.js'
import { nextPageId } from '../../objects/pages.js'
import { myProfile } from '../../objects/user.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Agent API actions". */

const license = Type.Object({
  id: Type.Integer({ description: 'Id of the license.' }),
  plan: Type.String(),
  expiration_timestamp: Type.Union([Type.Integer(), Type.Null()]),
  creation_timestamp: Type.Integer(),
  in_trial: Type.Optional(Type.Boolean()),
})

const loggedIn = { license, my_profile: myProfile }

export const login = defineAction({
  ...everywhere,
  name: 'login',
  summary:
    'Logs the agent in on this connection, and answers with who they are and the chats they can read; only `ping` can come before it.',
  transports: ['rtm'],
  scopes: [],
  request: Type.Object({
    token: boundedString('tokenLength', 1),
    reconnect: Type.Optional(Type.Boolean()),
    push_notifications: Type.Optional(
      Type.Object({
        push_service_token: Type.Optional(boundedString('deviceTokenLength', 1)),
        platform: Type.Union([Type.Literal('ios'), Type.Literal('android')]),
      }),
    ),
    application: Type.Optional(
      Type.Object({
        name: Type.Optional(boundedString('nameLength', 0, 'Name of the program.')),
        version: Type.Optional(boundedString('nameLength')),
      }),
    ),
  }),
  response: byVersion({
    'v0.3': Type.Object({ ...loggedIn, chats_summary: Type.Array(agentChatSummaryV03) }),
    'v0.4': Type.Object({
      ...loggedIn,
      chats_summary: Type.Array(agentChatSummary),
      next_page_id: nextPageId,
    }),
  }),
})
