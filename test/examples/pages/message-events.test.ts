import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { loadPageModule } from './page-module.js'

interface Event {
  readonly id: string
  readonly type: string
  readonly text?: string
  readonly order: number
  readonly timestamp: number
  readonly author_id?: string
  readonly system_message_type?: string
}

interface Chat {
  readonly lastEvent: Event | undefined
  readonly activity: number
  readonly isClosed: boolean
  putSummary(summary: object): void
  putThread(thread: object): void
  putEvent(event: Event): boolean
  isNewsTo(agentId: string): boolean
}

type DeskChat = new (id: string, parts: object) => Chat

let DeskChat: DeskChat

before(async () => {
  const module = await loadPageModule<{ DeskChat: DeskChat }>('desk-chat.js')
  DeskChat = module.DeskChat
})

const messageEvents = [
  event({ type: 'message', text: 'Hello' }),
  event({ type: 'file', name: 'broken.png' }),
  event({ type: 'filled_form', fields: [] }),
  event({ type: 'rich_message', template_id: 'cards' }),
  event({ type: 'annotation', annotation_type: 'rating', text: 'good' }),
]

const reassigned = event({
  type: 'system_message',
  system_message_type: 'routing.assigned',
  text: 'Grace was assigned',
  order: 2,
  timestamp: 500,
})

describe('a chat in the list of the desk', () => {
  for (const last of messageEvents) {
    test(`a chat in the list of the desk has the time and the text of the last ${last.type}, and not of a reassignment after it`, () => {
      const chat = chatOf(last)
      assert.equal(chat.putEvent(reassigned), true)
      assert.equal(chat.lastEvent?.type, last.type)
      assert.equal(chat.activity, 100)
    })
  }

  test('a chat in the list of the desk has the same time and text when it is read again', () => {
    const chat = chatOf(messageEvents[0], reassigned)
    assert.equal(chat.lastEvent?.text, 'Hello')
    assert.equal(chat.activity, 100)
  })

  test('a chat in the list of the desk moves up when a message arrives', () => {
    const chat = chatOf(messageEvents[0], reassigned)
    chat.putEvent(event({ type: 'message', text: 'Still there?', order: 3, timestamp: 600 }))
    assert.equal(chat.lastEvent?.text, 'Still there?')
    assert.equal(chat.activity, 600)
  })

  test('a chat in the list of the desk does not move up when a thread without messages begins', () => {
    const chat = chatOf(messageEvents[0])
    chat.putThread({
      id: 't2',
      order: 2,
      active: true,
      timestamp: 700,
      events: [{ ...reassigned, timestamp: 700 }],
    })
    assert.equal(chat.activity, 100)
  })

  test('a chat in the list of the desk without messages has the time at which it began', () => {
    assert.equal(chatOf(reassigned).activity, 90)
  })

  test('a chat in the list of the desk does not become unread when it is reassigned', () => {
    const chat = chatOf(messageEvents[0], reassigned)
    assert.equal(chat.isNewsTo('grace'), false)
  })

  test('a chat in the list of the desk is closed, and keeps its position, when its thread is archived', () => {
    const chat = chatOf(messageEvents[0])
    chat.putEvent({ ...reassigned, system_message_type: 'thread_archived' })
    assert.equal(chat.isClosed, true)
    assert.equal(chat.activity, 100)
  })
})

test('the archive shows the messages of a thread, and no system messages', async () => {
  const { ArchiveSearch } = await loadPageModule<{ ArchiveSearch: ArchiveSearch }>('archive-search.js')
  for (const [events, shown] of [
    [[reassigned, messageEvents[0]], 'message'],
    [[reassigned], undefined],
  ] as const) {
    for (const query of ['', 'assigned', 'nowhere']) {
      const thread = { id: 't1', timestamp: 90, events }
      const answer = { chats: [{ chat: { id: 'c1', users: [], thread } }], pagination: { total: 1 } }
      const archive = new ArchiveSearch(
        () => Promise.resolve(answer),
        () => {},
      )
      await archive.search({ query, from: '', to: '', agentIds: [], teamIds: [] })
      assert.equal(archive.results[0]?.event?.type, shown, query)
    }
  }
})

type ArchiveSearch = new (
  request: () => Promise<object>,
  onChange: () => void,
) => {
  readonly results: readonly { readonly event?: Event }[]
  search(filters: object): Promise<void>
}

function event(fields: object): Event {
  return { id: crypto.randomUUID(), type: 'message', order: 1, timestamp: 100, author_id: 'mia', ...fields }
}

/** Returns a chat with these events, in the format of `get_filtered_chats`. */
function chatOf(...events: readonly (Event | undefined)[]): Chat {
  const outbox = { messages: [], dropMessage: () => {} }
  const chat = new DeskChat('c1', {
    unsent: outbox,
    files: { items: [] },
    deliver: () => {},
    onChange: () => {},
  })
  const entries = events.flatMap((last) =>
    last === undefined ? [] : [[last.type, { thread_id: 't1', thread_order: 1, event: last }] as const],
  )
  const grace = { id: 'grace', type: 'agent', present: true, last_seen_timestamp: 200 }
  chat.putSummary({
    ...{ users: [{ id: 'mia', type: 'customer' }, grace], scopes: {} },
    last_event_per_type: Object.fromEntries(entries),
    last_thread_summary: { id: 't1', order: 1, timestamp: 90 },
  })
  return chat
}
