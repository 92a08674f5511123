import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventContent } from '../model/event.js'
import { searchedTexts } from './searched-texts.js'

const option = (label: string, checked: boolean) => ({ label, value: `${label} value`, checked })

const contents: readonly (readonly [string, EventContent, readonly string[]])[] = [
  ['the text of a message', { type: 'message', text: 'Hello' }, ['Hello']],
  [
    'the text of an annotation, not its type',
    { type: 'annotation', annotation_type: 'rating', text: 'good' },
    ['good'],
  ],
  ['nothing for an annotation without a text', { type: 'annotation', annotation_type: 'rating' }, []],
  [
    'nothing for a system message',
    { type: 'system_message', text: 'Archived', system_message_type: 'thread_archived' },
    [],
  ],
  ['nothing for custom content', { type: 'custom', content: { text: 'hidden' } }, []],
  [
    'the answers of a form, not its labels',
    {
      type: 'filled_form',
      fields: [
        { type: 'text', name: 'n', label: 'Your name', required: true, value: 'Ada' },
        {
          type: 'radio',
          name: 'r',
          label: 'Department',
          required: false,
          options: [option('Sales', false), option('Support', true)],
        },
      ],
    },
    ['Ada', 'Support'],
  ],
  [
    'titles, subtitles and buttons of a rich message',
    {
      type: 'rich_message',
      template_id: 'cards',
      elements: [
        {
          title: 'Shoes',
          subtitle: 'red',
          image: { url: 'https://example.com/shoes.png', name: 'picture' },
          buttons: [{ text: 'Buy', postback_id: 'buy', user_ids: ['grace'] }, { user_ids: [] }],
        },
        {},
      ],
    },
    ['Shoes', 'red', 'Buy'],
  ],
  [
    'the name of a file',
    { type: 'file', name: 'invoice.pdf', path: 'files/x', content_type: 'application/pdf', size: 5 },
    ['invoice.pdf'],
  ],
  ['nothing for a rich message without elements', { type: 'rich_message', template_id: 'cards' }, []],
]

for (const [what, content, texts] of contents) {
  test(`searchedTexts returns ${what}`, () => assert.deepEqual(searchedTexts(content), texts))
}
