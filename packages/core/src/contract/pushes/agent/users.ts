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
    'Users joined a chat or left it, or an agent writes there without joining. Who was removed hears of it too.',
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
  summary: 'Details of a customer have changed. It comes once for each of their active chats.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfAgentApi }),
})

export const customerBanned = definePush({
  ...everyVersion,
  name: 'customer_banned',
  summary: 'Somebody has banned a customer.',
  payload: Type.Object({ customer_id: uuid(), ban }),
})

export const agentUpdated = definePush({
  ...everyVersion,
  name: 'agent_updated',
  summary: 'An agent of the license accepts chats from now on, or does not any more.',
  payload: Type.Object({ agent_id: Type.String(), routing_status: routingStatus }),
})
