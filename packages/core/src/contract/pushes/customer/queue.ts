import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { uuid } from '../../objects/ids.js'
import { queue } from '../../objects/queue.js'

/** An addition to the specification (decisions §7). */
export const queuePositionUpdated = definePush({
  api: 'customer',
  spec: 'decisions §7.9',
  versions: ['v0.5'],
  name: 'queue_position_updated',
  summary:
    'A waiting chat has another place in the line, or whether anybody accepts chats has changed. It goes to who asked for it at `login` and is among the first 100, at most once in 5 s for a chat.',
  payload: Type.Object({ chat_id: uuid(), queue }),
})
