import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { spec } from '../spec.js'

const goesOn = 'Where the list goes on: the `page_id` of the next request.'

/** Where a list goes on that was cut (decisions §16.8, §16.19). `absence`: what it means where it is not there. */
function nextPage(absence: string) {
  return Type.Optional(Type.String({ description: `${goesOn} ${absence}`, ...spec('decisions §16.8') }))
}

/** Every request is told where the list goes on. */
export const nextPageId = nextPage('Absent: nothing was left out.')

/** Only a request for pages is. */
export const nextPageIdIfAsked = nextPage(
  'Only a request with `page_id` is told, which may be empty: absent there, nothing was left out.',
)

/** A request for pages is, and any other where bytes have cut the list. */
export const nextPageIdIfAskedOrLong = nextPage(
  'A request with `page_id`, which may be empty, is told it: absent there, nothing was left out. Any other is told it only where the list has ended before its count, because it was too long.',
)

/** Only a list that bytes have cut tells it. */
export const nextPageIdIfLong = nextPage(
  'It is there only where the list has ended before its count, because it was too long: it is a `page_id` of `get_filtered_chats`.',
)

/** Pages are an addition. */
export const pageId = Type.Optional({
  ...boundedString('idLength'),
  description: 'The `next_page_id` of the answer before; empty: the first page.',
  ...spec('decisions §16.8'),
})
