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

test('the right password is right, any other wrong', async () => {
  const hash = await passwords.hash('correct horse')
  assert.equal(await passwords.verify('correct horse', hash), true)
  for (const wrong of ['', 'Correct horse', 'correct horse ', 'correct', hash]) {
    assert.equal(await passwords.verify(wrong, hash), false)
  }
})

test('the hash is scrypt with a salt of its own, and tells its cost', async () => {
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
  assert.notEqual(first, second)
  const [, salt = '', key = ''] = /^scrypt\$10\$8\$1\$([\w-]{22})\$([\w-]{43})$/.exec(first) ?? []
  const options = { N: 2 ** log2N, r: 8, p: 1 }
  const expected = scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options)
  assert.equal(expected.toString('base64url'), key)
})

test('a hash of another cost is verified with that cost', async () => {
  const hash = await new Passwords(ids, 11).hash('correct horse')
  assert.equal(await passwords.verify('correct horse', hash), true)
})

test('the same characters typed in another way are the same password', async () => {
  assert.equal(await passwords.verify('caf\u00e9', await passwords.hash('cafe\u0301')), true)
})

test('an account without a password, or that does not exist, lets nobody in', async () => {
  for (const hash of [null, undefined]) {
    for (const password of ['', 'null', 'correct horse'])
      assert.equal(await passwords.verify(password, hash), false)
  }
})

test('one hash is derived for an account that does not exist too, from the first on', async () => {
  const fresh = new Passwords(scripted<Ids>({}), log2N)
  const hash = await passwords.hash('correct horse')
  for (const stored of [undefined, null, hash]) {
    assert.deepEqual(await derivations(() => fresh.verify('wrong', stored)), { count: 1, atOnce: 1 })
  }
})

test('a failure to derive does not outlast its cause', async () => {
  const impossible = new Passwords(ids, 40)
  await assert.rejects(impossible.verify('correct horse', undefined))
  const hash = await passwords.hash('correct horse')
  assert.equal(await impossible.verify('correct horse', hash), true)
})

test('a hash is outdated when it is of another cost', async () => {
  assert.equal(passwords.isOutdated(await passwords.hash('correct horse')), false)
  assert.equal(passwords.isOutdated(await new Passwords(ids, 11).hash('correct horse')), true)
})

test('who comes while 32 wait is sent away at once, and the others are served', async () => {
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

test('the host may hash as many passwords at once as it likes', async () => {
  const hashes = await Promise.all(Array.from({ length: 40 }, () => passwords.hash('correct horse')))
  assert.equal(new Set(hashes).size, 40)
})

test('a hash of an unknown scheme is a fault, not a wrong password', async () => {
  await assert.rejects(passwords.verify('correct horse', 'bcrypt$10$abc'), TypeError)
})

test('all who come at once are served, after one another', async () => {
  const hash = await passwords.hash('correct horse')
  const attempts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'correct horse' : 'wrong'))
  const results = await Promise.all(attempts.map((password) => passwords.verify(password, hash)))
  assert.deepEqual(
    results,
    attempts.map((password) => password === 'correct horse'),
  )
})

test('at most two are hashed at once, and two are', async () => {
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
