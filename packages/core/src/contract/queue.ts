import { Type } from 'typebox'
import { definePush } from './define.js'
import { uuid } from './objects/ids.js'
import { queue } from './objects/queue.js'

/** An addition to the specification (decisions §7). */
export const queuePositionUpdated = definePush({
  api: 'customer',
  spec: 'decisions §7.9',
  versions: ['v0.5'],
  name: 'queue_position_updated',
  summary:
    'The queue position of a chat changed, or whether any agent accepts chats. Sent for the first 100 chats of the queue if requested at `login`, at most every 5 s for each chat.',
  payload: Type.Object({ chat_id: uuid(), queue }),
})
