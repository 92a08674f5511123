import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { spec } from '../spec.js'
import { uuid } from './ids.js'

/** Schemas for catching up (decisions §16.9). */

export const chatSequence = Type.Integer({
  minimum: 1,
  description:
    'How many changes of the chat there were: it is as after that many. Only on connections whose `login` had `catch_up`.',
  ...spec('decisions §16.9'),
})

export const catchUpRequest = Type.Object(
  {
    chats: boundedArray(
      Type.Object({
        chat_id: boundedString('idLength', 1),
        sequence: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'The greatest that the client has heard of that chat; 0: it knows nothing of it, and has it to read.',
        }),
      }),
      'idCount',
      0,
      'Chats that the client knows, and up to where.',
    ),
  },
  {
    description:
      'The connection is told `sequence`, in pushes and in summaries of chats, and this login what was missed of these chats.',
    ...spec('decisions §16.9'),
  },
)

export const catchUpResponse = Type.Object(
  {
    chats: Type.Array(
      Type.Object({
        chat_id: uuid(),
        complete: Type.Boolean({
          description:
            'Whether all that was missed of the chat follows, as pushes. If not, it has to be read.',
        }),
      }),
      { description: 'The chats of the request, each once.' },
    ),
  },
  { description: 'Only where the request has `catch_up`.', ...spec('decisions §16.9') },
)
