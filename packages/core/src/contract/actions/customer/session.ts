import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { customerLoginDetailsRequest } from '../../objects/customer-details.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Customer API actions". */

export const login = defineAction({
  ...everywhere,
  name: 'login',
  summary:
    'Logs the customer in on this connection; only `ping` can come before it. It may bring details of the customer and the page they look at.',
  transports: ['rtm'],
  request: Type.Object({
    token: boundedString('tokenLength', 1),
    customer: Type.Optional(customerLoginDetailsRequest),
  }),
  response: Type.Object({ customer_id: Type.String(), static_config_path: Type.String() }),
})
