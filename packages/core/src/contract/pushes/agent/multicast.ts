import { definePush } from '../../define.js'
import { incomingMulticastPayload } from '../../objects/multicast.js'
import { everyVersion } from './every-version.js'

export const incomingMulticast = definePush({
  ...everyVersion,
  versions: ['v0.4'],
  name: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this agent.',
  payload: incomingMulticastPayload,
})

/** The v0.3 name of `incoming_multicast` (spec chat.md "Versioning"). */
export const incomingBroadcast = definePush({
  ...everyVersion,
  spec: 'chat.md "Versioning"',
  versions: ['v0.3'],
  name: 'incoming_broadcast',
  newerName: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this agent.',
  payload: incomingMulticastPayload,
})
