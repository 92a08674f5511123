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
    'Updates the given details of the customer, and merges `fields`. The details can also be nested in `customer`, as in `login`.',
  request: customerUpdateRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})
