import { Type } from 'typebox'
import { spec } from '../spec.js'

const place = {
  position: Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'Place of the chat among all that wait in the license; 1 is the next. The 100th and all behind it are 100.',
  }),
  wait_seconds: Type.Integer({
    minimum: 0,
    description: 'Since when the chat waits, in seconds until now.',
  }),
}

/** Queue information for a customer who waits for an agent. An addition to the specification (decisions §7). */
export const queue = Type.Object(
  {
    ...place,
    accepting_chats: Type.Boolean({
      description: 'Whether anybody accepts chats: at least one agent who is connected, busy or not.',
    }),
  },
  {
    description: 'The place in the line. Absent: the chat does not wait for an agent.',
    ...spec('decisions §7.8'),
  },
)

/**
 * Queue information for agents who list chats by whether they wait. An addition to the specification (decisions §16.8).
 */
export const queueOfAgents = Type.Object(place, {
  description:
    'The place in the line, for who asks by `routing`, or for who waits. Absent: the chat does not wait.',
  ...spec('decisions §16.8'),
})
