import { type TString, Type } from 'typebox'
import { definePush } from '../../define.js'
import { ban } from '../../objects/ban.js'
import { uuid } from '../../objects/ids.js'
import { agentOfAgentApi, customerOfAgentApi, routingStatus } from '../../objects/user.js'
import { everyVersion } from './every-version.js'

const updatedUsers = <U extends typeof customerOfAgentApi | typeof agentOfAgentApi>(user: U, id: TString) =>
  Type.Object({ added: Type.Array(user), removed_ids: Type.Array(id) })

export const chatUsersUpdated = definePush({
  ...everyVersion,
  name: 'chat_users_updated',
  summary:
    'Users joined or left a chat, or an agent wrote in a chat without joining it. Removed users receive it too.',
  payload: Type.Object({
    chat_id: uuid(),
    updated_users: Type.Object({
      customers: updatedUsers(customerOfAgentApi, uuid()),
      agents: updatedUsers(agentOfAgentApi, Type.String()),
    }),
  }),
})

export const customerUpdated = definePush({
  ...everyVersion,
  name: 'customer_updated',
  summary: 'Details of a customer changed. It is pushed once for each active chat of the customer.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfAgentApi }),
})

export const customerBanned = definePush({
  ...everyVersion,
  name: 'customer_banned',
  summary: 'A customer was banned.',
  payload: Type.Object({ customer_id: uuid(), ban }),
})

export const agentUpdated = definePush({
  ...everyVersion,
  name: 'agent_updated',
  summary: 'An agent of the license started or stopped accepting chats.',
  payload: Type.Object({ agent_id: Type.String(), routing_status: routingStatus }),
})
