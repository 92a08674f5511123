import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { customerLoginDetailsRequest } from '../../objects/customer-details.js'
import { uuid } from '../../objects/ids.js'
import { catchUpRequest, catchUpResponse } from '../../objects/sequence.js'
import { spec } from '../../spec.js'
import { everywhere } from './everywhere.js'

const loginRequest = {
  token: boundedString('tokenLength', 1),
  customer: Type.Optional(customerLoginDetailsRequest),
}

const newestLoginRequest = {
  ...loginRequest,
  queue_updates: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether this connection receives `queue_position_updated` while chats of the customer wait for an agent.',
      ...spec('decisions §7.9'),
    }),
  ),
  catch_up: Type.Optional(catchUpRequest),
}

const loginResponse = { customer_id: uuid(), static_config_path: Type.String() }

export const login = defineAction({
  ...everywhere,
  name: 'login',
  summary:
    'Logs the customer in on this connection; only `ping` is allowed before. The request can contain details of the customer and their current page.',
  transports: ['rtm'],
  request: byVersion({
    'v0.3': Type.Object(loginRequest),
    'v0.4': Type.Object(loginRequest),
    'v0.5': Type.Object(newestLoginRequest),
  }),
  response: byVersion({
    'v0.3': Type.Object(loginResponse),
    'v0.4': Type.Object(loginResponse),
    'v0.5': Type.Object({ ...loginResponse, catch_up: Type.Optional(catchUpResponse) }),
  }),
})
