import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { customerUpdateRequest } from '../../objects/customer-details.js'
import { customerOfCustomerApi } from '../../objects/user.js'
import { everywhere } from './everywhere.js'

export const updateCustomer = defineAction({
  ...everywhere,
  name: 'update_customer',
  pushes: ['customer_updated'],
  summary:
    'Replaces the details that are given, and merges `fields`. What is left out stays as it is. The details may also be nested in `customer`, as `login` has them.',
  request: customerUpdateRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})
