import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { spec } from '../spec.js'

const goesOn = 'Where the list goes on: the `page_id` of the next request.'

/** The cursor of a list that was cut (decisions §16.8, §16.19). `absence` explains a missing cursor. */
function nextPage(absence: string) {
  return Type.Optional(Type.String({ description: `${goesOn} ${absence}`, ...spec('decisions §16.8') }))
}

/** The cursor in responses to every request. */
export const nextPageId = nextPage('Absent: nothing was left out.')

/** The cursor in responses to requests with `page_id` only. */
export const nextPageIdIfAsked = nextPage(
  'Only a request with `page_id` is told, which may be empty: absent there, nothing was left out.',
)

/** The cursor in responses to requests with `page_id`, and to others whose list was cut by its size in bytes. */
export const nextPageIdIfAskedOrLong = nextPage(
  'A request with `page_id`, which may be empty, is told it: absent there, nothing was left out. Any other is told it only where the list has ended before its count, because it was too long.',
)

/** The cursor in responses whose list was cut by its size in bytes only. */
export const nextPageIdIfLong = nextPage(
  'It is there only where the list has ended before its count, because it was too long: it is a `page_id` of `get_filtered_chats`.',
)

/** The cursor in a request. Pages are an addition to the specification. */
export const pageId = Type.Optional({
  ...boundedString('idLength'),
  description: 'The `next_page_id` of the answer before; empty: the first page.',
  ...spec('decisions §16.8'),
})
