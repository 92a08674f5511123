import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventContent } from '../model/event.js'
import { getNotificationBody, getNotificationTitle, isNotified, notifiedAgents } from './notifications.js'

const message = (text: string): EventContent => ({ type: 'message', text })

test('notifiedAgents returns the agents without customers and authors', () => {
  const agent = (id: string) => ({ kind: 'agent', id }) as const
  const members = [{ kind: 'customer', id: 'casey' } as const, agent('ada'), agent('bob'), agent('eve')]
  assert.deepEqual(notifiedAgents(members, ['casey', null]), ['ada', 'bob', 'eve'])
  assert.deepEqual(notifiedAgents(members, ['ada', 'eve']), ['bob'])
  assert.deepEqual(notifiedAgents([], [null]), [])
})

test('agents are notified of everything that people write, and not of system messages', () => {
  const written: readonly EventContent[] = [
    message('Hello'),
    { type: 'annotation', annotation_type: 'note', text: 'Careful' },
    { type: 'filled_form', fields: [] },
    { type: 'custom', content: {} },
    { type: 'file', name: 'a.png', path: 'a', content_type: 'image/png', size: 1 },
    { type: 'rich_message', template_id: 'cards' },
  ]
  for (const content of written) assert.equal(isNotified(content), true, content.type)
  assert.equal(isNotified({ type: 'system_message', text: 'Closed', system_message_type: 'x' }), false)
})

test('the body of a notification is the beginning of the text in one line', () => {
  assert.equal(getNotificationBody(message('  Hello,\n\n\tworld \u0000\u001b ! ')), 'Hello, world !')
  assert.equal(getNotificationBody(message('x'.repeat(240))), 'x'.repeat(240))
  assert.equal(getNotificationBody(message('x'.repeat(241))), `${'x'.repeat(239)}…`)
  assert.equal(getNotificationBody(message(`${' '.repeat(2_000)}late`)), '…')
})

test('the body of a notification shows the readable part of files and rich messages', () => {
  const file = { type: 'file', path: 'a', content_type: 'image/png', size: 1 } as const
  assert.equal(getNotificationBody({ ...file, name: 'receipt.png' }), 'receipt.png')
  const elements = [{ buttons: [] }, { subtitle: 'From Monday' }]
  assert.equal(getNotificationBody({ type: 'rich_message', template_id: 'cards', elements }), 'From Monday')
  assert.equal(getNotificationBody({ type: 'rich_message', template_id: 'cards' }), '')
  assert.equal(getNotificationBody({ type: 'annotation', annotation_type: 'rating' }), '')
  assert.equal(getNotificationBody({ type: 'custom', content: { secret: 1 } }), '')
  assert.equal(getNotificationBody({ type: 'filled_form', fields: [] }), '')
})

test('the body of a notification contains whole characters and no lone surrogates', () => {
  const body = getNotificationBody(message('😀'.repeat(300)))
  assert.equal(body, `${'😀'.repeat(239)}…`)
  for (const text of [`${'a'.repeat(959)}😀`, '\ud83d', 'a\ude00b', `${'\ud83d '.repeat(500)}`]) {
    assert.equal(getNotificationBody(message(text)).isWellFormed(), true)
  }
  assert.equal(getNotificationBody(message('a\ude00b')), 'a b')
})

test('the title of a notification is a name in one line, or null when it is not known', () => {
  assert.equal(getNotificationTitle('Casey\nJones'), 'Casey Jones')
  assert.equal(getNotificationTitle('n'.repeat(500)), `${'n'.repeat(79)}…`)
  for (const name of [null, undefined, '', ' \n']) assert.equal(getNotificationTitle(name), null)
})

test('the longest notification has at most 3 KiB of JSON', () => {
  for (const character of ['"', '\\', '😀', '\u0001', '\u2028', '漢']) {
    const long = character.repeat(20_000)
    const [title, body] = [getNotificationTitle(long), getNotificationBody(message(long))]
    const ids = {
      licenseId: 2 ** 53,
      agentId: character.repeat(256),
      chatId: 'x'.repeat(36),
      threadId: 'x'.repeat(36),
    }
    const rest = { reason: 'assigned', eventType: 'system_message', eventCount: 2 ** 53 }
    assert.ok(Buffer.byteLength(JSON.stringify({ ...ids, ...rest, title, body })) <= 3_072, character)
  }
})
