import assert from 'node:assert/strict'
import type { NewEvent, RichMessage, RichMessageElement, StorageTransaction } from '@parley/core/storage'
import { added, givenChat, newChat, newEvent, newThread, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const image = { name: 'a', url: 'https://example.com/a.png', content_type: 'image/png', size: 1, width: 2 }
const cards: RichMessage = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [
    { title: 'Grüße', subtitle: '"B"', image, buttons: [{ text: 'Yes', postback_id: 'yes', user_ids: [] }] },
    {},
  ],
}
const answered: RichMessage = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [{ buttons: [{ text: 'Yes', postback_id: 'yes', user_ids: ['customer'] }] }],
}

function rich(id: string, values: Partial<NewEvent> = {}): NewEvent {
  return newEvent(id, { content: cards, ...values })
}

/**
 * Stores `chat` with the closed thread `first` and the active thread `second`, whose second event is the rich message
 * `cards`.
 */
async function givenCards(context: StorageContext): Promise<void> {
  await givenChat(context, { thread: newThread('first', { events: [rich('old')] }) })
  await context.write(async (tx) => {
    await tx.chats.closeThread('chat')
    await tx.chats.openThread('chat', newThread('second', { events: [newEvent('hello')] }))
    await tx.chats.append('chat', added([rich('cards'), rich('note', { recipients: 'agents' })]))
  })
}

export function richMessageCases(cases: StorageCases): void {
  findCases(cases)
  changeCases(cases)
  refusalCases(cases)
  countCases(cases)
  concurrencyCases(cases)
}

function findCases(cases: StorageCases): void {
  cases.add('finds a rich message of the last thread as it was stored', async (context) => {
    await givenCards(context)
    const expected = { ...rich('cards'), order: 2 }
    assert.deepEqual(await context.read.chats.getRichMessage('chat', 'cards'), expected)
    assert.deepEqual(await context.write((tx) => tx.chats.getRichMessage('chat', 'cards')), expected)
  })

  cases.add(
    'finds none that is for agents only, of an earlier thread, or of another type',
    async (context) => {
      await givenCards(context)
      for (const id of ['note', 'old', 'hello', 'unknown']) {
        assert.equal(await context.read.chats.getRichMessage('chat', id), undefined, id)
      }
    },
  )

  cases.add('finds none in another chat', async (context) => {
    await givenCards(context)
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    assert.equal(await context.read.chats.getRichMessage('other', 'cards'), undefined)
    assert.equal(await context.read.chats.getRichMessage('nothing', 'cards'), undefined)
  })
}

function changeCases(cases: StorageCases): void {
  cases.add('every read shows the current content of a rich message', async (context) => {
    await givenCards(context)
    await context.write(async (tx) => {
      await tx.chats.setRichMessage('chat', 2, answered)
      assert.deepEqual((await tx.chats.getRichMessage('chat', 'cards'))?.content, answered)
    })
    const { chats } = context.read
    assert.deepEqual((await chats.getRichMessage('chat', 'cards'))?.content, answered)
    const [thread] = await chats.listThreads('chat', ['second'])
    assert.deepEqual(
      thread?.events.map(({ id, order, content }) => [id, order, content]),
      [
        ['hello', 1, newEvent('hello').content],
        ['cards', 2, answered],
        ['note', 3, cards],
      ],
    )
    const piece = { after: null, offset: 0, limit: 10, maxBytes: 1_048_576 }
    const [summary] = (await chats.listByCustomer('customer', piece)).chats
    const last = summary?.lastEvents.find(({ event }) => event.id === 'cards')
    assert.deepEqual(last?.event.content, answered)
  })

  cases.add('changes nothing else when a rich message changes', async (context) => {
    await givenCards(context)
    const { chats } = context.read
    const state = async () => ({
      chat: await chats.get('chat'),
      bytes: (await chats.measureThreads('chat', ['second'])).map(({ bytes }) => bytes),
      earlier: await chats.listThreads('chat', ['first']),
      timeoutsFrom: await chats.getTimeoutsFrom('chat'),
    })
    const before = await state()
    await context.write((tx) => tx.chats.setRichMessage('chat', 2, answered))
    assert.deepEqual(await state(), before)
  })
}

function refusalCases(cases: StorageCases): void {
  cases.add('rejects changing an event that is not a rich message of the last thread', async (context) => {
    await givenCards(context)
    const set = (chatId: string, order: number) =>
      context.write((tx) => tx.chats.setRichMessage(chatId, order, answered))
    const { chats } = context.read
    const before = await chats.listThreads('chat', ['first', 'second'])
    for (const order of [0, 1, 4]) await assert.rejects(set('chat', order), String(order))
    await assert.rejects(set('nothing', 1))
    assert.deepEqual(await chats.listThreads('chat', ['first', 'second']), before)
  })

  cases.add('keeps the old content when the transaction fails', async (context) => {
    await givenCards(context)
    const failing = context.write(async (tx) => {
      await tx.chats.setRichMessage('chat', 2, answered)
      throw new TypeError('changed its mind')
    })
    await assert.rejects(failing, /changed its mind/)
    assert.deepEqual((await context.read.chats.getRichMessage('chat', 'cards'))?.content, cards)
  })
}

function countCases(cases: StorageCases): void {
  cases.add('counts the rich messages of a thread that are not for agents only', async (context) => {
    await givenCards(context)
    await context.write((tx) => tx.chats.append('chat', added([rich('another')])))
    const page = { before: null, offset: 0, limit: 10 }
    const { threads } = await context.read.chats.listThreadSummaries('chat', page)
    assert.deepEqual(
      threads.map(({ id, eventCount, agentsOnlyEventCount, richMessageCount }) => {
        return [id, eventCount, agentsOnlyEventCount, richMessageCount]
      }),
      [
        ['second', 4, 1, 2],
        ['first', 1, 0, 1],
      ],
    )
  })
}

/** Locks the chat, reads the current `cards`, and adds a user to its button. */
async function press(tx: StorageTransaction, userId: string): Promise<void> {
  await tx.chats.lock('chat')
  const found = await tx.chats.getRichMessage('chat', 'cards')
  assert.ok(found)
  const elements = found.content.elements?.map((element): RichMessageElement => {
    const buttons = element.buttons?.map((button) => ({ ...button, user_ids: [...button.user_ids, userId] }))
    return buttons === undefined ? element : { ...element, buttons }
  })
  await tx.chats.setRichMessage('chat', found.order, { ...found.content, ...(elements && { elements }) })
}

async function pressedBy(context: StorageContext): Promise<readonly string[] | undefined> {
  const found = await context.read.chats.getRichMessage('chat', 'cards')
  return found?.content.elements?.[0]?.buttons?.[0]?.user_ids.toSorted()
}

function concurrencyCases(cases: StorageCases): void {
  const users = upTo(20).map((n) => `user-${n}`)

  cases.add('loses no concurrent change to a rich message', async (context) => {
    await givenCards(context)
    await Promise.all(users.map((userId) => context.write((tx) => press(tx, userId))))
    assert.deepEqual(await pressedBy(context), users.toSorted())
  })

  cases.addIf(
    'concurrentNodes',
    'loses no concurrent change to a rich message on two nodes',
    async (context) => {
      await givenCards(context)
      const { storage } = context
      const other = await context.another()
      await Promise.all(
        users.map((userId, index) =>
          (index % 2 === 0 ? storage : other).transaction((tx) => press(tx, userId)),
        ),
      )
      assert.deepEqual(await pressedBy(context), users.toSorted())
    },
  )
}
