import { Type } from 'typebox'
import { defineAction } from './define.js'
import { agentEverywhere } from './every-version.js'
import { boundedArray, boundedString, documented, formKeyword } from './limits.js'
import { agentChatWithThread } from './objects/chat.js'
import { id } from './objects/ids.js'
import { nextPageIdIfAsked, pageId } from './objects/pages.js'
import { propertyFiltersRequest } from './objects/property-filters.js'

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
        'Words, symbols and emoji that one event of the thread must contain. The last word can be the beginning of a word. A blank query filters nothing; any other query without words, symbols or emoji finds nothing.',
      ),
    ),
    date_from: day('First day on which the thread may have begun, in UTC, such as `2026-01-31`.'),
    date_to: day('Last day on which the thread may have begun, in UTC, such as `2026-01-31`.'),
    agent_ids: Type.Optional(
      boundedArray(id(), 'idCount', 0, 'Ids of agents. At least one of them must have been in the thread.'),
    ),
    team_ids: Type.Optional(
      boundedArray(
        Type.Integer({ minimum: 0 }),
        'scopeGroupCount',
        0,
        'Ids of groups. The scopes of the chat must include at least one of them.',
      ),
    ),
    properties: Type.Optional({
      ...propertyFiltersRequest,
      description:
        'Conditions on properties of the thread. When the thread does not have a property, the property of its chat is used.',
    }),
  }),
)

const pageMeaning = 'Number of the page; the first is 1.'

const pageOf = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: pageMeaning })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

const common = {
  ...agentEverywhere,
  name: 'get_archives',
  summary:
    'Lists threads that the agent can read and that match the filters, newest first, each with its chat.',
  scopes: ['chats--all:read'],
} as const

const chats = Type.Array(Type.Object({ chat: agentChatWithThread }), {
  description: 'One chat per thread. The same chat can occur more than once.',
})

const pagination = 'Page to return. Default: the first page.'
const counted = {
  total: Type.Integer({ description: 'Number of threads that match the filters, on all pages.' }),
}
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
      { description: 'Page that was returned.' },
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
    pagination: Type.Object({ page: pageShown, ...counted }, { description: 'Page that was returned.' }),
  }),
})
