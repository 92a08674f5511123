import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { parseLicenseId } from './license-id.js'

for (const query of ['license_id=7', 'a=b&license_id=7&c', 'license_id=%37']) {
  test(`${query} names license 7`, () => assert.equal(parseLicenseId(query, 100), 7))
}

const one = /license_id must be one positive integer/
const refused: readonly (readonly [string, RegExp])[] = [
  ['', /license_id is required/],
  ['licence_id=7', /license_id is required/],
  ['License_id=7', /license_id is required/],
  ['license_id', one],
  ['license_id=', one],
  ['license_id=0', one],
  ['license_id=-1', one],
  ['license_id=+1', one],
  ['license_id=007', one],
  ['license_id=1.5', one],
  ['license_id=1e3', one],
  ['license_id=0x7', one],
  ['license_id=9999999999999999', one],
  ['license_id=7%20', one],
  ['license_id=7%00', one],
  ['license_id=%D9%A7', one],
  ['license_id=7&license_id=7', one],
  [`license_id=7&${'x'.repeat(100)}`, /longer than 100 bytes/],
]

for (const [query, message] of refused) {
  test(`${JSON.stringify(query.slice(0, 40))} is refused`, () => {
    assert.throws(() => parseLicenseId(query, 100), refusal('validation', message))
  })
}
