import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPageModule } from './page-module.js'

interface Direction {
  isolated(text: string): string
}

interface Format {
  labelledText(event: object): { readonly label?: string; readonly text: string }
  eventText(event: object): string
}

interface WhyWaiting {
  whyWaiting(chat: object, agents: readonly object[], words: object): string
}

test('a right-to-left name is isolated in a sentence, any other is unchanged', async () => {
  const { isolated } = await loadPageModule<Direction>('direction.js')
  for (const name of ['مريم', 'משה', 'Ada مريم', 'ܡܪܝܡ']) assert.equal(isolated(name), `\u2068${name}\u2069`)
  for (const name of ['Ada', 'Renée', '玛丽', '123!', '']) assert.equal(isolated(name), name)
})

test('names of busy agents keep their order', async () => {
  const { whyWaiting } = await loadPageModule<WhyWaiting>('why-waiting.js')
  const agents = ['مريم', 'علي', 'Ada'].map((name) => ({
    ...{ id: name, name, is_accepting: true, teams: [], is_administrator: true },
  }))
  const why = whyWaiting({ groups: [] }, agents, { me: 'me', teamNames: () => '' })
  assert.equal(why, 'Busy: \u2068مريم\u2069, \u2068علي\u2069, Ada')
})

test('the description of an event is separated from the text that a user wrote', async () => {
  const { labelledText, eventText } = await loadPageModule<Format>('format.js')
  for (const [event, label, text] of [
    [{ type: 'message', text: 'مرحبا!' }, undefined, 'مرحبا!'],
    [{ type: 'file', name: 'فاتورة.pdf' }, 'File:', 'فاتورة.pdf'],
    [{ type: 'annotation', annotation_type: 'rating', text: 'good\nشكرا' }, 'Rating:', 'good · شكرا'],
    [{ type: 'annotation', annotation_type: 'rating' }, undefined, 'Rating'],
    [{ type: 'rich_message', elements: [{ title: 'أي لون؟' }] }, undefined, 'أي لون؟'],
  ] as const) {
    assert.deepEqual(labelledText(event), label === undefined ? { text } : { label, text })
    assert.equal(eventText(event), label === undefined ? text : `${label} ${text}`)
  }
})
