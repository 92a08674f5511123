import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { spec } from '../spec.js'
import { uuid } from './ids.js'

/** Schemas for catching up (decisions §16.9). */

export const chatSequence = Type.Integer({
  minimum: 1,
  description:
    'Sequence of the latest change that this state of the chat includes. Present only on connections that logged in with `catch_up`.',
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
            'Greatest `sequence` of the chat that the client has received. 0 when it has received none and will read the chat.',
        }),
      }),
      'idCount',
      0,
      'Chats that the client knows, each with the sequence up to which it knows them.',
    ),
  },
  {
    description:
      'Adds `sequence` to pushes and chat summaries on this connection, and sends the pushes of these chats that the client missed.',
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
            'Whether every missed push of the chat follows. When `false`, the client has to read the chat.',
        }),
      }),
      { description: 'Chats of the request, without duplicates.' },
    ),
  },
  { description: 'Present only when the request has `catch_up`.', ...spec('decisions §16.9') },
)
