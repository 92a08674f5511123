import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { OAuthError } from '../errors.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Ids } from '../ports/ids.js'
import { Passwords } from './passwords.js'

const log2N = 10
const ids = new SystemIds(new VirtualClock(0))
const passwords = new Passwords(ids, log2N)

test('accepts the right password and refuses any other', async () => {
  const hash = await passwords.hash('correct horse')
  assert.equal(await passwords.verify('correct horse', hash), true)
  for (const wrong of ['', 'Correct horse', 'correct horse ', 'correct', hash]) {
    assert.equal(await passwords.verify(wrong, hash), false)
  }
})

test('a hash contains the scheme, its cost and its own salt', async () => {
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
  assert.notEqual(first, second)
  const [, salt = '', key = ''] = /^scrypt\$10\$8\$1\$([\w-]{22})\$([\w-]{43})$/.exec(first) ?? []
  const options = { N: 2 ** log2N, r: 8, p: 1 }
  const expected = scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options)
  assert.equal(expected.toString('base64url'), key)
})

test('verifies a hash of another cost with that cost', async () => {
  const hash = await new Passwords(ids, 11).hash('correct horse')
  assert.equal(await passwords.verify('correct horse', hash), true)
})

test('treats differently encoded equal characters as the same password', async () => {
  assert.equal(await passwords.verify('caf\u00e9', await passwords.hash('cafe\u0301')), true)
})

test('refuses an account that does not exist or has no password', async () => {
  for (const hash of [null, undefined]) {
    for (const password of ['', 'null', 'correct horse'])
      assert.equal(await passwords.verify(password, hash), false)
  }
})

test('derives one hash even for an account that does not exist', async () => {
  const fresh = new Passwords(scripted<Ids>({}), log2N)
  const hash = await passwords.hash('correct horse')
  for (const stored of [undefined, null, hash]) {
    assert.deepEqual(await derivations(() => fresh.verify('wrong', stored)), { count: 1, atOnce: 1 })
  }
})

test('works again after a failed derivation', async () => {
  const impossible = new Passwords(ids, 40)
  await assert.rejects(impossible.verify('correct horse', undefined))
  const hash = await passwords.hash('correct horse')
  assert.equal(await impossible.verify('correct horse', hash), true)
})

test('a hash with another cost is outdated', async () => {
  assert.equal(passwords.isOutdated(await passwords.hash('correct horse')), false)
  assert.equal(passwords.isOutdated(await new Passwords(ids, 11).hash('correct horse')), true)
})

test('refuses a verification while 32 are waiting, and serves the others', async () => {
  const hash = await passwords.hash('correct horse')
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, () => passwords.verify('correct horse', hash)),
  )
  const refused = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  assert.equal(refused.length, 40 - 2 - 32)
  for (const cause of refused) {
    assert.ok(cause instanceof OAuthError)
    assert.deepEqual([cause.code, cause.retryAfterSeconds], ['temporarily_unavailable', 1])
  }
  assert.equal(await passwords.verify('correct horse', hash), true)
})

test('never refuses to hash passwords', async () => {
  const hashes = await Promise.all(Array.from({ length: 40 }, () => passwords.hash('correct horse')))
  assert.equal(new Set(hashes).size, 40)
})

test('throws for a hash with an unknown scheme', async () => {
  await assert.rejects(passwords.verify('correct horse', 'bcrypt$10$abc'), TypeError)
})

test('serves concurrent verifications one after another', async () => {
  const hash = await passwords.hash('correct horse')
  const attempts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'correct horse' : 'wrong'))
  const results = await Promise.all(attempts.map((password) => passwords.verify(password, hash)))
  assert.deepEqual(
    results,
    attempts.map((password) => password === 'correct horse'),
  )
})

test('computes exactly two hashes at the same time', async () => {
  const all = () => Promise.all(Array.from({ length: 8 }, () => passwords.hash('correct horse')))
  assert.deepEqual(await derivations(all), { count: 8, atOnce: 2 })
})

async function derivations(work: () => Promise<unknown>) {
  const running = new Set<number>()
  let [count, atOnce] = [0, 0]
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return
      count += 1
      atOnce = Math.max(atOnce, running.add(id).size)
    },
    before: (id) => running.delete(id),
  }).enable()
  await work()
  hook.disable()
  return { count, atOnce }
}
