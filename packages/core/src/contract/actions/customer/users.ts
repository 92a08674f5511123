import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { customerDetailsRequest } from '../../objects/customer-details.js'
import { customerOfCustomerApi } from '../../objects/user.js'
import { everywhere } from './everywhere.js'

export const updateCustomer = defineAction({
  ...everywhere,
  name: 'update_customer',
  summary: 'Replaces the details that are given, and merges `fields`. What is left out stays as it is.',
  request: customerDetailsRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})
