import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlank } from './blank-text.js'

const blank = [
  '',
  ' ',
  '\u00a0\u3000\t\r\n',
  '\u200b',
  '\u3164',
  '\u2800',
  '\uffa0\u115f',
  '\u00ad\u200d\ufeff',
  '\ufe0f',
  '\0\x1b',
  '\u2028',
]
const seen = ['.', ' a ', '👍', '\u200b-', '\u0301', '\ue000', '한', '\u2801']

test('isBlank is true for texts without visible characters only', () => {
  for (const text of blank) assert.equal(isBlank(text), true, JSON.stringify(text))
  assert.equal(isBlank(blank.join('')), true)
  for (const text of seen) assert.equal(isBlank(text), false, JSON.stringify(text))
})
