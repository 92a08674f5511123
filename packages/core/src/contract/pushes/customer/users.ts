import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { uuid } from '../../objects/ids.js'
import { customerOfCustomerApi, userOfCustomerApi } from '../../objects/user.js'
import { everyVersion } from './every-version.js'

export const chatUsersUpdated = definePush({
  ...everyVersion,
  name: 'chat_users_updated',
  summary:
    'Users joined or left a chat, or an agent wrote in a chat without joining it. Removed users receive it too.',
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
  summary: 'Details of the customer changed. It is pushed once for each active chat of the customer.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfCustomerApi }),
})
