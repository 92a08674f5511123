import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { boundedArray, boundedString, documented, formKeyword } from '../../limits.js'
import { agentChatWithThread } from '../../objects/chat.js'
import { id } from '../../objects/ids.js'
import { nextPageIdIfAsked, pageId } from '../../objects/pages.js'
import { propertyFiltersRequest } from '../../objects/property-filters.js'
import { everywhere } from './everywhere.js'

/** A date as YYYY-MM-DD. The domain checks that the day exists. */
const day = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      [formKeyword]: 'a day such as 2026-01-31',
      maxLength: 10,
      ...documented({ format: 'date' }),
      description,
    }),
  )

const filters = Type.Optional(
  Type.Object({
    query: Type.Optional(
      boundedString(
        'searchQueryLength',
        0,
        'Words that one event of the thread has, symbols and emoji included; the last one may be the beginning of a word. One without any finds nothing; a blank one filters nothing.',
      ),
    ),
    date_from: day('The first day on which the thread may have begun, in UTC, such as `2026-01-31`.'),
    date_to: day('The last day on which the thread may have begun, in UTC, such as `2026-01-31`.'),
    agent_ids: Type.Optional(boundedArray(id(), 'idCount', 0, 'Agents one of whom was ever in the thread.')),
    team_ids: Type.Optional(
      boundedArray(
        Type.Integer({ minimum: 0 }),
        'scopeGroupCount',
        0,
        'Groups one of which the scopes of the chat name.',
      ),
    ),
    properties: Type.Optional({
      ...propertyFiltersRequest,
      description: 'Conditions on properties of the thread, and of the chat where the thread lacks one.',
    }),
  }),
)

const pageMeaning = 'Number of the page, from 1 on.'

const pageOf = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: pageMeaning })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

const common = {
  ...everywhere,
  name: 'get_archives',
  summary:
    'Lists the threads that the agent can read and that pass the filters, newest first, with their chats.',
  scopes: ['chats--all:read'],
} as const

const chats = Type.Array(Type.Object({ chat: agentChatWithThread }), {
  description: 'Each thread, with its chat.',
})

const pagination = 'Which page is wanted; the first, where it is left out.'
const counted = { total: Type.Integer({ description: 'How many threads pass the filters, on all pages.' }) }
const pageShown = Type.Integer({ description: pageMeaning })

/**
 * The version with pages. `page_id` is an addition (decisions §16.8): an empty one asks for the first page. Requests
 * with `page_id` get no `page` in the response.
 */
export const getArchives = defineAction({
  ...common,
  versions: ['v0.4'],
  request: Type.Object({
    filters,
    pagination: Type.Optional(Type.Object({ ...pageOf, page_id: pageId }, { description: pagination })),
  }),
  response: Type.Object({
    chats,
    pagination: Type.Object(
      { page: Type.Optional(pageShown), ...counted, next_page_id: nextPageIdIfAsked },
      { description: 'Which page it is.' },
    ),
  }),
})

export const getArchivesWithoutPageIds = defineAction({
  ...common,
  versions: ['v0.3'],
  request: Type.Object({
    filters,
    pagination: Type.Optional(Type.Object(pageOf, { description: pagination })),
  }),
  response: Type.Object({
    chats,
    pagination: Type.Object({ page: pageShown, ...counted }, { description: 'Which page it is.' }),
  }),
})
