import { Type } from 'typebox'

/** What a multicast brings: any JSON, as the sender gave it (spec chat.md "Agent API actions"). */
export const multicastContent = Type.Unknown({ description: 'Any JSON, up to 16 KiB.' })

/** Payload of the push that tells it, in every API and version. */
export const incomingMulticastPayload = Type.Object({
  author_id: Type.String({ description: 'Id of the agent who sent it.' }),
  content: multicastContent,
})
