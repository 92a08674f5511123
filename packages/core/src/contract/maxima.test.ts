import assert from 'node:assert/strict'
import { test } from 'node:test'
import { biggest, chatOfThreads, summary } from '../../test/maxima.js'
import { longestListedBytes } from '../actions/list-chats.js'

const mebibyte = 1_048_576
/** Maximum size of the events of one thread, in bytes (decisions §16.1). */
const threadBytes = 8 * mebibyte
const ofWholeThreads = new Set(['getChatThreads', 'getArchives', 'getArchivesWithoutPageIds'])

for (const [api, answers] of Object.entries(biggest.answers)) {
  for (const [name, bytes] of Object.entries(answers)) {
    test(`no response to ${name} of the ${api} API exceeds 12 MiB`, () => {
      // Whole threads are limited when they are read, so only the rest of the response is counted here.
      const own = ofWholeThreads.has(name) ? threadBytes + chatOfThreads : bytes
      assert.ok(own <= 12 * mebibyte, `${own} bytes`)
    })
  }
}

for (const [api, pushes] of Object.entries(biggest.pushes)) {
  for (const [name, bytes] of Object.entries(pushes)) {
    test(`no push ${name} of the ${api} API exceeds 1 MiB`, () => {
      assert.ok(bytes <= mebibyte, `${bytes} bytes`)
    })
  }
}

test('no chat in a list exceeds the assumed maximum size', () => {
  assert.ok(summary <= longestListedBytes, `${summary} bytes`)
})
