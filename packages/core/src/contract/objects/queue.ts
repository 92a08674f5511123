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

/** An addition (decisions §7): what a customer is told who waits for an agent. */
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

/** An addition (decisions §16.8): what agents are told of it who list chats by whether they wait. */
export const queueOfAgents = Type.Object(place, {
  description:
    'The place in the line, for who asks by `routing`, or for who waits. Absent: the chat does not wait.',
  ...spec('decisions §16.8'),
})
