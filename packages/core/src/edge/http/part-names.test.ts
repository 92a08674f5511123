import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodedName } from './part-names.js'

const names: readonly (readonly [written: string | undefined, meant: string | undefined])[] = [
  ['he said %22hi%22.txt', 'he said "hi".txt'],
  ['two%0D%0Alines.txt', 'two\r\nlines.txt'],
  ['100%.txt', '100%.txt'],
  ['100%25 %20 %2F %e4.txt', '100%25 %20 %2F %e4.txt'],
  ['%2522.txt', '%2522.txt'],
  ['%0a%0d.txt', '%0a%0d.txt'],
  ['', ''],
  [undefined, undefined],
]

for (const [written, meant] of names) {
  test(`decodes the escaped name ${written}`, () => assert.equal(decodedName(written), meant))
}
