import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadPageModule } from './page-module.js'

interface Reply {
  readonly title: string
  readonly text: string
}

interface ReplySearch {
  queryIn(text: string): string | undefined
  matchingReplies(replies: readonly Reply[], query: string): Reply[]
}

const replies: readonly Reply[] = [
  { title: 'Hello', text: 'Hello {name}! How can I help you?' },
  { title: 'One moment', text: 'One moment please, I will have a look.' },
  { title: 'Delivery', text: 'Parcels leave on Tuesdays and Fridays.' },
  { title: 'Returns', text: 'You can send back any piece. Shall I mail you a label?' },
  { title: 'Déjà vu', text: 'We sell no time machines.' },
  { title: 'الشحن', text: 'تصل الطرود خلال يومين.' },
]

let search: ReplySearch

before(async () => {
  search = await loadPageModule('reply-search.js')
})

test('a slash as the first character searches for a reply', () => {
  assert.equal(search.queryIn('/'), '')
  assert.equal(search.queryIn('/del'), 'del')
  assert.equal(search.queryIn('/one mo'), 'one mo')
  assert.equal(search.queryIn('／del'), 'del')
})

test('other texts are messages', () => {
  for (const text of ['', 'del', ' /del', 'and/or', '/del\nmore'])
    assert.equal(search.queryIn(text), undefined, text)
})

for (const [query, titles] of [
  ['', replies.map(({ title }) => title)],
  ['del', ['Delivery']],
  ['DELIV', ['Delivery']],
  ['one mo', ['One moment']],
  ['mom', ['One moment']],
  ['deja', ['Déjà vu']],
  ['de', ['Delivery', 'Déjà vu']],
  ['parcels', ['Delivery']],
  ['الش', ['الشحن']],
  ['elivery', []],
  ['delivery please', []],
  ['usr/bin', []],
] as const) {
  test(`"${query}" finds ${titles.length === 0 ? 'no reply' : titles.join(', ')}`, () => {
    const found = search.matchingReplies(replies, query)
    assert.deepEqual(
      found.map(({ title }) => title),
      titles,
    )
  })
}

test('replies with the word in their titles come before those with it in their texts', () => {
  const found = search.matchingReplies([{ title: 'Care', text: 'Delivery is safe.' }, ...replies], 'del')
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Delivery', 'Care'],
  )
})
