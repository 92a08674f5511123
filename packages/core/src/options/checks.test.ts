import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConfigErrorCode, ParleyConfigError } from '../config-error.js'
import { checkOptionNames } from './checks.js'

const rejected: readonly (readonly [
  options: object,
  code: ConfigErrorCode,
  option: string,
  message: RegExp,
])[] = [
  [
    { uploadCount: 5 },
    'option_misplaced',
    'uploadCount',
    /^Option uploadCount belongs in `limits`: createParley\(\{ limits: \{ uploadCount \} \}\)$/,
  ],
  [
    { limits: { requestMs: 5 } },
    'option_misplaced',
    'limits.requestMs',
    /^Option limits\.requestMs belongs in `timeouts`: createParley\(\{ timeouts: \{ requestMs \} \}\)$/,
  ],
  [
    { limits: { trustProxy: 1 } },
    'option_misplaced',
    'limits.trustProxy',
    /^Option limits\.trustProxy belongs outside of every group: createParley\(\{ trustProxy \}\)$/,
  ],
  [
    { timeoutMs: 1 },
    'option_misplaced',
    'timeoutMs',
    /belongs in `notifications`: .*, or in `webhooks`: createParley\(\{ webhooks: \{ timeoutMs \} \}\)$/,
  ],
  [{ limtis: {} }, 'option_unknown', 'limtis', /^Unknown option limtis\. Did you mean limits\?$/],
  [
    { trustproxy: 1 },
    'option_unknown',
    'trustproxy',
    /^Unknown option trustproxy\. Did you mean trustProxy\?$/,
  ],
  [
    { bodyByte: 1 },
    'option_unknown',
    'bodyByte',
    /^Unknown option bodyByte\. Did you mean limits\.bodyBytes\?$/,
  ],
  [
    { limits: { bodybytes: 1 } },
    'option_unknown',
    'limits.bodybytes',
    /^Unknown option limits\.bodybytes\. Did you mean limits\.bodyBytes\?$/,
  ],
  [
    { paths: { foo: 'x' } },
    'option_unknown',
    'paths.foo',
    /^Unknown option paths\.foo\. The options of paths are customer, agent, /,
  ],
  [{ limits: { toString: 1 } }, 'option_unknown', 'limits.toString', /^Unknown option limits\.toString/],
  [{ ['x'.repeat(10_000)]: 1 }, 'option_unknown', 'x'.repeat(10_000), /The options are storage, /],
]

for (const [options, code, option, message] of rejected) {
  test(`rejects ${JSON.stringify(options).slice(0, 60)} as ${code}`, () => {
    assert.throws(
      () => checkOptionNames(options),
      (error) => {
        assert.ok(error instanceof ParleyConfigError)
        assert.equal(error.code, code)
        assert.equal(error.option, option)
        assert.match(error.message, message)
        return true
      },
    )
  })
}

test('accepts every option in its group', () => {
  checkOptionNames({ storage: {}, baseUrl: '/', limits: { bodyBytes: 1 }, routing: { mode: 'manual' } })
  checkOptionNames({ limits: null, rtm: 5, paths: [] })
})
