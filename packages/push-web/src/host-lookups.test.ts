import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HostAddress } from '@parley/core/ports'
import { HostLookups } from './host-lookups.js'

function given({ allowPrivateTargets = false } = {}) {
  const asked: string[] = []
  const answers = new Map<string, (addresses: readonly HostAddress[]) => void>()
  const resolve = (host: string) => {
    asked.push(host)
    return new Promise<readonly HostAddress[]>((answer) => answers.set(host, answer))
  }
  const lookups = new HostLookups({ resolve, allowPrivateTargets })
  const found: string[] = []
  const abort = new AbortController()
  const look = (host: string, licenseId = 1, signal = abort.signal) =>
    lookups.createLookup(licenseId, signal)(host, { all: true }, (error, all) => {
      const addresses = Array.isArray(all) ? all.map(({ address }) => address).join() : all
      found.push(`${host}: ${error?.message ?? addresses}`)
    })
  const answer = async (host: string, ...addresses: readonly string[]) => {
    answers.get(host)?.(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
    await nextTurn()
  }
  return { look, answer, asked, found, abort }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => `host${index}.example`)

test('a license has at most four concurrent look-ups, and other licenses do not wait', async () => {
  const { look, answer, asked, found } = given()
  for (const host of upTo(20)) look(host)
  look('other.example', 2)
  await nextTurn()
  assert.deepEqual(asked, [...upTo(4), 'other.example'])
  await answer('host2.example', '203.0.113.1', '2001:db8:1::1')
  await answer('other.example', '93.184.216.34')
  assert.deepEqual(asked.slice(5), ['host4.example'])
  assert.deepEqual(found.at(-1), 'other.example: 93.184.216.34')
})

test('a look-up whose request was aborted frees its slot without a query', async () => {
  const { look, answer, asked, abort } = given()
  for (const host of upTo(6)) look(host, 1, abort.signal)
  look('alive.example', 1, new AbortController().signal)
  abort.abort()
  await answer('host0.example', '93.184.216.34')
  assert.deepEqual(asked, [...upTo(4), 'alive.example'])
})

const answered: readonly (readonly [string, boolean, readonly string[], RegExp])[] = [
  [
    'public addresses are returned',
    false,
    ['93.184.216.34', '2606:2800::1'],
    /: 93\.184\.216\.34,2606:2800::1$/,
  ],
  ['one private address rejects the host', false, ['93.184.216.34', '10.0.0.1'], /not public/],
  ['allowPrivateTargets allows private addresses', true, ['127.0.0.1'], /: 127\.0\.0\.1$/],
  ['a host without addresses is rejected', false, [], /has no address/],
]

for (const [title, allowPrivateTargets, addresses, expected] of answered) {
  test(`look-ups: ${title}`, async () => {
    const { look, answer, found } = given({ allowPrivateTargets })
    look('push.example')
    await answer('push.example', ...addresses)
    assert.match(found.join(), expected)
  })
}
