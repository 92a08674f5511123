import { Type } from 'typebox'
import { spec } from '../spec.js'

const place = {
  position: Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'Position of the chat in the queue of the license; 1 is next. Never more than 100: every chat behind the 100th also has 100.',
  }),
  wait_seconds: Type.Integer({
    minimum: 0,
    description: 'Time that the chat has been waiting, in seconds.',
  }),
}

/** Queue information for a customer who waits for an agent. An addition to the specification (decisions §7). */
export const queue = Type.Object(
  {
    ...place,
    accepting_chats: Type.Boolean({
      description: 'Whether at least one connected agent accepts chats, even if all of them are busy.',
    }),
  },
  {
    description: 'Queue position. Absent when the chat does not wait for an agent.',
    ...spec('decisions §7.8'),
  },
)

/**
 * Queue information for agents who list chats by whether they wait. An addition to the specification (decisions §16.8).
 */
export const queueOfAgents = Type.Object(place, {
  description:
    'Queue position. Present only when the chat waits and the request has `routing` or `sort_order` `waiting`.',
  ...spec('decisions §16.8'),
})
