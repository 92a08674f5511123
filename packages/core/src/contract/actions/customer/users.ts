import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { customerDetailsRequest } from '../../objects/customer-details.js'
import { customerOfCustomerApi } from '../../objects/user.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Customer API actions". */

export const updateCustomer = defineAction({
  ...everywhere,
  name: 'update_customer',
  request: customerDetailsRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})
