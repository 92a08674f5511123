import { definePush } from '../../define.js'
import { incomingMulticastPayload } from '../../objects/multicast.js'

/** Spec chat.md "Customer API pushes". */
export const incomingMulticast = definePush({
  api: 'customer',
  versions: ['v0.5'],
  name: 'incoming_multicast',
  summary: 'An agent has sent something to customers whom they named, this one among them.',
  payload: incomingMulticastPayload,
})
