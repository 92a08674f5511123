import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { pageIds } from './page-ids.js'

const chats = pageIds('chats', ['integer', 'text'])
const refused = refusal('validation', /payload.page_id is not a page of this list/)
const encoded = (text: string) => Buffer.from(text).toString('base64url')

for (const key of [
  [1_767_225_600_000, '0190a1b2-0000-7000-8000-000000000000'],
  [0, ''],
  [-1, 'ä 聊天 💬 "quoted"'],
] as const) {
  test(`a page id decodes to its key ${JSON.stringify(key)}`, () => {
    const pageId = chats.encode(key)
    assert.match(pageId, /^[\w-]+$/)
    assert.deepEqual(chats.decode(pageId, 'payload.page_id'), key)
  })
}

const foreign: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['invalid base64url', '!!!'],
  ['padding', `${chats.encode([1, 'a'])}=`],
  ['invalid JSON', encoded('chats')],
  ['an object', encoded('{"0":"chats"}')],
  ['a page of another list', pageIds('threads', ['integer', 'text']).encode([1, 'a'])],
  ['a key that is too short', encoded('["chats",1]')],
  ['a key that is too long', encoded('["chats",1,"a",2]')],
  ['a text in place of a number', encoded('["chats","1","a"]')],
  ['a number in place of a text', encoded('["chats",1,2]')],
  ['a fraction', encoded('["chats",1.5,"a"]')],
  ['a number that is not exact', encoded('["chats",9007199254740993,"a"]')],
  ['other JSON of the same key', encoded('["chats", 1, "a"]')],
  ['a NUL character', encoded('["chats",1,"\\u0000"]')],
  ['a lone surrogate', encoded('["chats",1,"\\ud800"]')],
]

for (const [title, pageId] of foreign) {
  test(`decoding a page id refuses ${title}`, () =>
    assert.throws(() => chats.decode(pageId, 'payload.page_id'), refused))
}
