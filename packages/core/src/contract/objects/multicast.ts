import { Type } from 'typebox'

/** Content of a multicast: any JSON from the sender (spec chat.md "Agent API actions"). */
export const multicastContent = Type.Unknown({ description: 'Any JSON, up to 16 KiB.' })

/** Payload of the multicast push, in every API and version. */
export const incomingMulticastPayload = Type.Object({
  author_id: Type.String({ description: 'Id of the agent who sent it.' }),
  content: multicastContent,
})
