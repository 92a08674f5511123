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

test('what was sealed is opened, by whoever has the key, wherever it stands among others', () => {
  for (const text of [secretKey, '', 'x'.repeat(512)]) {
    const sealed = keysOf(first).seal(text, owner)
    for (const opener of [keysOf(first), keysOf(first, second), keysOf(second, first)]) {
      assert.equal(opener.open(sealed, owner), text)
    }
  }
})

test('a key is the same in either alphabet, padded or not', () => {
  const bytes = Buffer.alloc(32, 0xfb)
  const [padded, url] = [bytes.toString('base64'), bytes.toString('base64url')]
  assert.notEqual(padded.replace('=', ''), url)
  assert.equal(keysOf(url).open(keysOf(padded).seal(secretKey, owner), owner), secretKey)
})

test('it looks different each time, names the key, and shows nothing of either', () => {
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

test('nothing opens it once a byte was changed, or it was cut', () => {
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

test('nothing opens it for another webhook', () => {
  const secretKeys = keysOf(first)
  const sealed = secretKeys.seal(secretKey, owner)
  for (const other of ['', 'another', `${owner}0`, owner.slice(1)]) {
    assert.throws(() => secretKeys.open(sealed, other), /was not encrypted for it/)
  }
})

test('another key does not open it, whatever name it is given', () => {
  const [one, another] = [keysOf(first), keysOf(second)]
  const sealed = one.seal(secretKey, owner)
  assert.throws(() => another.open(sealed, owner), TypeError)
  assert.throws(() => another.open(sealed.replace(one.prefix, another.prefix), owner), /was not encrypted/)
})

test('without a key it is kept in clear, and that is said once', () => {
  const { secretKeys, warnings } = given()
  assert.equal(secretKeys.encrypts, false)
  assert.deepEqual(warnings, [])
  assert.equal(secretKeys.seal(secretKey, owner), `clear.v1.${secretKey}`)
  assert.equal(secretKeys.open(secretKeys.seal(secretKey, owner), owner), secretKey)
  secretKeys.check([secretKeys.prefix])
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /encryptionKeys/)
})

test('that some are kept in clear is said at the start, and that there are none is not', () => {
  const { secretKeys, warnings } = given()
  secretKeys.check([])
  assert.deepEqual(warnings, [])
  secretKeys.check(['clear.v1.'])
  assert.equal(warnings.length, 1)
})

test('what was kept in clear is opened with a key too, and nobody is warned', () => {
  const { secretKeys, warnings } = given(first)
  secretKeys.check(['clear.v1.', secretKeys.prefix])
  assert.equal(secretKeys.open(`clear.v1.${secretKey}`, owner), secretKey)
  assert.deepEqual(warnings, [])
})

test('a key that is missing is named, and none that is there is told', () => {
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

test('a form that nobody knows is refused, without a word of what it holds', () => {
  for (const sealed of ['', 'a secret', 'se.cr.et', 'clear.v2.secret']) {
    assert.throws(
      () => keysOf(first).open(sealed, owner),
      /^TypeError: Secret keys in the database have a form/,
    )
  }
  assert.throws(() => keysOf(first).check(['se.cr.']), /have a form that this release does not know$/)
})

test('keys are not shown where the object is', () => {
  const shown = inspect(keysOf(first), { depth: 9, showHidden: true }) + JSON.stringify(keysOf(first))
  assert.ok(!shown.includes(first))
  assert.ok(!shown.includes('Uint8Array'))
})
