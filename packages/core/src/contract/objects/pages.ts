import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { spec } from '../spec.js'

const goesOn = 'Cursor of the next page, to be sent as `page_id` of the next request.'

/** The cursor of a list that was cut (decisions §16.8, §16.19). `absence` explains a missing cursor. */
function nextPage(absence: string) {
  return Type.Optional(Type.String({ description: `${goesOn} ${absence}`, ...spec('decisions §16.8') }))
}

/** The cursor in responses to every request. */
export const nextPageId = nextPage('Absent on the last page.')

/** The cursor in responses to requests with `page_id` only. */
export const nextPageIdIfAsked = nextPage(
  'Returned only when the request has `page_id`, which can be empty. Absent on the last page.',
)

/** The cursor in responses to requests with `page_id`, and to others whose list was cut by its size in bytes. */
export const nextPageIdIfAskedOrLong = nextPage(
  'Absent on the last page. When the request has no `page_id` (which can be empty), it is returned only if the response was cut short because it became too large.',
)

/** The cursor in responses whose list was cut by its size in bytes only. */
export const nextPageIdIfLong = nextPage(
  'Returned only if the list was cut short because the response became too large. Continue with `get_filtered_chats`.',
)

/** The cursor in a request. Pages are an addition to the specification. */
export const pageId = Type.Optional({
  ...boundedString('idLength'),
  description: '`next_page_id` of the previous response. Empty for the first page.',
  ...spec('decisions §16.8'),
})
