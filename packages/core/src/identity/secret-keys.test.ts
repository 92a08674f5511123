import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import { SecretKeys } from './secret-keys.js'

const ids = new SystemIds(new VirtualClock(0))
const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const owner = '0190b3a4'
const secretKey = 'secret "ключ" 🔑 with.dots.in it'

function given(...encryptionKeys: readonly string[]) {
  const warnings: string[] = []
  const secretKeys = new SecretKeys({ encryptionKeys, ids, warn: (message) => void warnings.push(message) })
  return { secretKeys, warnings }
}

const keysOf = (...encryptionKeys: readonly string[]) => given(...encryptionKeys).secretKeys

test('opens a sealed secret key with the same encryption key at any position', () => {
  for (const text of [secretKey, '', 'x'.repeat(512)]) {
    const sealed = keysOf(first).seal(text, owner)
    for (const opener of [keysOf(first), keysOf(first, second), keysOf(second, first)]) {
      assert.equal(opener.open(sealed, owner), text)
    }
  }
})

test('accepts an encryption key in base64 and base64url, with or without padding', () => {
  const bytes = Buffer.alloc(32, 0xfb)
  const [padded, url] = [bytes.toString('base64'), bytes.toString('base64url')]
  assert.notEqual(padded.replace('=', ''), url)
  assert.equal(keysOf(url).open(keysOf(padded).seal(secretKey, owner), owner), secretKey)
})

test('a sealed secret key differs each time, contains the key id, and reveals neither key', () => {
  const secretKeys = keysOf(second, first)
  const [one, other] = [secretKeys.seal(secretKey, owner), secretKeys.seal(secretKey, owner)]
  assert.notEqual(one, other)
  assert.match(one, /^aes\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/)
  assert.ok(one.startsWith(secretKeys.prefix))
  assert.equal(secretKeys.prefix, keysOf(second).prefix)
  assert.notEqual(secretKeys.prefix, keysOf(first).prefix)
  const [, keyId = '', sealed = ''] = one.split('.')
  assert.ok(!Buffer.from(sealed, 'base64url').includes('secret'))
  assert.ok(!Buffer.from(second, 'base64').toString('hex').includes(keyId))
})

test('refuses a sealed secret key that was changed or truncated', () => {
  const secretKeys = keysOf(first)
  const sealed = secretKeys.seal(secretKey, owner).slice(secretKeys.prefix.length)
  const bytes = Buffer.from(sealed, 'base64url')
  const opens = (changed: Buffer) => secretKeys.open(secretKeys.prefix + changed.toString('base64url'), owner)
  assert.equal(opens(bytes), secretKey)
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    assert.throws(() => opens(changed), /The secret key of 0190b3a4 was not encrypted for it/)
  }
  for (const length of [0, 1, 12, 20, 27, 28, bytes.length - 1]) {
    assert.throws(() => opens(bytes.subarray(0, length)), /The secret key of 0190b3a4/)
  }
})

test('refuses to open a secret key for another webhook', () => {
  const secretKeys = keysOf(first)
  const sealed = secretKeys.seal(secretKey, owner)
  for (const other of ['', 'another', `${owner}0`, owner.slice(1)]) {
    assert.throws(() => secretKeys.open(sealed, other), /was not encrypted for it/)
  }
})

test('refuses to open a secret key with another encryption key under the same id', () => {
  const [one, another] = [keysOf(first), keysOf(second)]
  const sealed = one.seal(secretKey, owner)
  assert.throws(() => another.open(sealed, owner), TypeError)
  assert.throws(() => another.open(sealed.replace(one.prefix, another.prefix), owner), /was not encrypted/)
})

test('stores secret keys unencrypted without an encryption key, and warns once', () => {
  const { secretKeys, warnings } = given()
  assert.equal(secretKeys.encrypts, false)
  assert.deepEqual(warnings, [])
  assert.equal(secretKeys.seal(secretKey, owner), `clear.v1.${secretKey}`)
  assert.equal(secretKeys.open(secretKeys.seal(secretKey, owner), owner), secretKey)
  secretKeys.check([secretKeys.prefix])
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /encryptionKeys/)
})

test('warns at the start only if unencrypted secret keys exist', () => {
  const { secretKeys, warnings } = given()
  secretKeys.check([])
  assert.deepEqual(warnings, [])
  secretKeys.check(['clear.v1.'])
  assert.equal(warnings.length, 1)
})

test('opens an unencrypted secret key without a warning when there is an encryption key', () => {
  const { secretKeys, warnings } = given(first)
  secretKeys.check(['clear.v1.', secretKeys.prefix])
  assert.equal(secretKeys.open(`clear.v1.${secretKey}`, owner), secretKey)
  assert.deepEqual(warnings, [])
})

test('names the missing encryption key and reveals no other', () => {
  const { prefix } = keysOf(first)
  const [, keyId = ''] = prefix.split('.')
  for (const [secretKeys, present] of [
    [keysOf(second), second],
    [keysOf(), ''],
  ] as const) {
    for (const attempt of [
      () => secretKeys.check(['clear.v1.', prefix]),
      () => secretKeys.open(keysOf(first).seal(secretKey, owner), owner),
    ]) {
      assert.throws(attempt, (error) => {
        assert.ok(error instanceof TypeError)
        assert.match(error.message, new RegExp(`^Option encryptionKeys lacks the key ${keyId}, .* add it`))
        return present === '' || !error.message.includes(present)
      })
    }
  }
})

test('refuses an unknown format without revealing the content', () => {
  for (const sealed of ['', 'a secret', 'se.cr.et', 'clear.v2.secret']) {
    assert.throws(
      () => keysOf(first).open(sealed, owner),
      /^TypeError: Secret keys in the database have a form/,
    )
  }
  assert.throws(() => keysOf(first).check(['se.cr.']), /have a form that this release does not know$/)
})

test('an inspected object does not reveal its keys', () => {
  const shown = inspect(keysOf(first), { depth: 9, showHidden: true }) + JSON.stringify(keysOf(first))
  assert.ok(!shown.includes(first))
  assert.ok(!shown.includes('Uint8Array'))
})
