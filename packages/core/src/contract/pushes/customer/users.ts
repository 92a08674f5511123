import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { uuid } from '../../objects/ids.js'
import { customerOfCustomerApi, userOfCustomerApi } from '../../objects/user.js'
import { everyVersion } from './every-version.js'

export const chatUsersUpdated = definePush({
  ...everyVersion,
  name: 'chat_users_updated',
  summary:
    'Users joined a chat or left it, or an agent writes there without joining. Who was removed hears of it too.',
  payload: Type.Object({
    chat_id: uuid(),
    updated_users: Type.Object({
      added: Type.Array(userOfCustomerApi),
      removed_ids: Type.Array(Type.String()),
    }),
  }),
})

export const customerUpdated = definePush({
  ...everyVersion,
  name: 'customer_updated',
  summary: 'Details of the customer have changed. It comes once for each of their active chats.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfCustomerApi }),
})
