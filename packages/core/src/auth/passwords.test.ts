import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
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

test('a hash is derived for an account that does not exist too', async () => {
  const salts: number[] = []
  const randomBytes = (byteCount: number) => {
    salts.push(byteCount)
    return ids.randomBytes(byteCount)
  }
  const counted = new Passwords(scripted<Ids>({ randomBytes }), log2N)
  await counted.verify('correct horse', undefined)
  await counted.verify('correct horse', null)
  assert.deepEqual(salts, [16], 'one hash to compare with, made once')
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
  const running = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'SCRYPTREQUEST') most = Math.max(most, running.add(id).size)
    },
    before: (id) => running.delete(id),
  }).enable()
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash('correct horse')))
  hook.disable()
  assert.deepEqual([most, running.size], [2, 0])
})
