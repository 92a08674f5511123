import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNetwork, isPublicAddress, isWithin, parseAddress, parseRange } from './addresses.js'

const networks: readonly (readonly [string, string])[] = [
  ['192.0.2.1', '192.0.2.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.249.199.99', '255.249.199.99'],
  ['256.1.1.1', '256.1.1.1'],
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
  test(`networkOf('${address}') is '${network}'`, () => assert.equal(getNetwork(address), network))
}

test('addresses of one /64 network share a key, other networks have another one', () => {
  assert.equal(getNetwork('2001:db8:1:2:aaaa::1'), getNetwork('2001:db8:1:2:bbbb::2'))
  assert.notEqual(getNetwork('2001:db8:1:2::1'), getNetwork('2001:db8:1:3::1'))
})

const ranges: readonly (readonly [range: string, within: string, outside: string])[] = [
  ['10.0.0.0/8', '10.1.2.3', '11.0.0.1'],
  ['10.0.0.0/8', '::ffff:10.1.2.3', '::ffff:11.0.0.1'],
  ['::ffff:10.0.0.0/104', '10.1.2.3', '11.0.0.1'],
  ['::ffff:a00:0/104', '::ffff:10.1.2.3', '::ffff:11.0.0.1'],
  ['::ffff:0:0/96', '203.0.113.1', '::1'],
  ['::ffff:10.0.0.1/128', '10.0.0.1', '10.0.0.2'],
  ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2'],
  ['2001:db8::/32', '2001:db8:1::1', '2001:db9::1'],
  ['::/0', '2001:db8::1', '10.0.0.1'],
]

for (const [text, within, outside] of ranges) {
  test(`${within} is within ${text}, ${outside} is not`, () => {
    const isIn = (address: string) => {
      const [parsed, range] = [parseAddress(address), parseRange(text)]
      return parsed !== undefined && range !== undefined && isWithin(parsed, range)
    }
    assert.deepEqual([isIn(within), isIn(outside)], [true, false])
  })
}

for (const text of [
  '::ffff:10.0.0.0/95',
  '::ffff:10.0.0.0/8',
  '10.0.0.0/33',
  '10.0.0/8',
  'fe80::/129',
  '',
  '10.0.0.0/',
]) {
  test(`parseRange refuses '${text}'`, () => assert.equal(parseRange(text), undefined))
}

test('isPublicAddress accepts addresses of the public internet', () => {
  for (const text of ['8.8.8.8', '192.0.1.1', '::ffff:8.8.8.8', '2606:4700::1111']) {
    assert.equal(isPublicAddress(text), true, text)
  }
})

test('isPublicAddress refuses all other addresses, including IPv4 addresses embedded in IPv6', () => {
  const ipv4 = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ]
  const others = ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'localhost', '', '127.1', '0x7f.0.0.1']
  const ipv6 = ['::1', '::', 'fe80::1', 'fc00::1', 'fec0::1', 'ff02::1', '::127.0.0.1', '::ffff:127.0.0.1']
  const leading = ['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1']
  for (const text of [...ipv4, ...others, ...ipv6, ...leading])
    assert.equal(isPublicAddress(text), false, text)
})
