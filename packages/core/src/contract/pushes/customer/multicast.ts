import { definePush } from '../../define.js'
import { incomingMulticastPayload } from '../../objects/multicast.js'
import { everyVersion } from './every-version.js'

export const incomingMulticast = definePush({
  ...everyVersion,
  versions: ['v0.5'],
  name: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this customer.',
  payload: incomingMulticastPayload,
})
