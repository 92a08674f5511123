import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { archiveDays } from './archive-days.js'

test('a requested day begins and ends at midnight in UTC', () => {
  assert.deepEqual(archiveDays({ date_from: '2026-02-28', date_to: '2026-02-28' }), {
    createdFrom: Date.UTC(2026, 1, 28),
    createdBefore: Date.UTC(2026, 2, 1),
  })
})

test('a missing day sets no limit', () => {
  assert.deepEqual(archiveDays({}), { createdFrom: 0, createdBefore: Number.MAX_SAFE_INTEGER })
  assert.equal(archiveDays({ date_to: '1970-01-01' }).createdFrom, 0)
  assert.equal(archiveDays({ date_from: '9999-12-31' }).createdBefore, Number.MAX_SAFE_INTEGER)
})

test('a last day before 1970 is accepted without a first day', () => {
  assert.ok(archiveDays({ date_to: '0000-01-01' }).createdBefore < 0)
})

test('February 29 is accepted in a leap year', () => {
  assert.equal(archiveDays({ date_from: '2028-02-29' }).createdFrom, Date.UTC(2028, 1, 29))
})

for (const day of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '2026-01-32']) {
  test(`refuses ${day} as a day`, () => {
    assert.throws(
      () => archiveDays({ date_from: day }),
      refusal('validation', /date_from is not a valid date/),
    )
    assert.throws(() => archiveDays({ date_to: day }), refusal('validation', /date_to is not a valid date/))
  })
}

test('refuses a first day that is after the last one', () => {
  const days = { date_from: '2026-03-02', date_to: '2026-03-01' }
  assert.throws(() => archiveDays(days), refusal('validation', /date_from is after date_to/))
})
