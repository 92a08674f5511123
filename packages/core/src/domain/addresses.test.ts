import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './addresses.js'

const networks: readonly (readonly [string, string])[] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
  ['2001::2:3:4:5:6', '2001:0:0:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unix socket', 'unix socket'],
]

for (const [address, network] of networks) {
  test(`${address || 'nothing'} counts as ${network || 'nothing'}`, () =>
    assert.equal(networkOf(address), network))
}

test('neighbours in a network count together, other networks apart', () => {
  assert.equal(networkOf('2001:db8:1:2:aaaa::1'), networkOf('2001:db8:1:2:bbbb::2'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})
