import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measuresTime } from '../../../../../test/support/profile.js'
import type { TrustedProxies } from '../../domain/addresses.js'
import { parseRange } from '../../domain/addresses.js'
import { clientAddress } from './client-address.js'
import type { HttpHeaders } from './http.js'

const proxy = '10.0.0.1'
const ranges = ['10.0.0.0/8', '2001:db8:aaaa::/48', '::1'].flatMap((text) => {
  const range = parseRange(text)
  return range === undefined ? [] : [range]
})

const xff = (value: string): HttpHeaders => ({ 'x-forwarded-for': value })
const forwarded = (value: string): HttpHeaders => ({ forwarded: value })

const cases: readonly (readonly [
  what: string,
  HttpHeaders,
  TrustedProxies,
  expected: string,
  remote?: string,
])[] = [
  ['nobody is trusted unless the host says so', xff('192.0.2.1'), 0, proxy],
  ['a request without headers is the socket’s', {}, 1, proxy],
  ['one proxy is believed', xff('192.0.2.1'), 1, '192.0.2.1'],
  ['only the last address comes from the one proxy', xff('6.6.6.6, 192.0.2.1'), 1, '192.0.2.1'],
  ['two proxies are believed', xff('6.6.6.6, 192.0.2.1, 10.0.0.2'), 2, '192.0.2.1'],
  ['a chain that is shorter than it may be ends where it ends', xff('192.0.2.1'), 5, '192.0.2.1'],
  ['blanks matter not', xff('  192.0.2.1  '), 1, '192.0.2.1'],
  ['a port is left out', xff('192.0.2.1:4711'), 1, '192.0.2.1'],
  ['IPv6 is read', xff('2001:DB8::0:1'), 1, '2001:db8::1'],
  ['IPv6 in brackets with a port is read', xff('[2001:db8::1]:4711'), 1, '2001:db8::1'],
  ['a mapped address is the IPv4 one', xff('::ffff:192.0.2.1'), 1, '192.0.2.1'],
  ['a repeated header is one list', { 'x-forwarded-for': ['6.6.6.6', '192.0.2.1'] }, 1, '192.0.2.1'],
  ['what is no address ends the chain', xff('192.0.2.1, unknown'), 2, proxy],
  ['an address in an odd spelling is none', xff('0x7f.1'), 1, proxy],
  ['an empty header tells nothing', xff(''), 1, proxy],
  ['an empty element tells nothing', xff('192.0.2.1,'), 2, proxy],
  ['a network of proxies is believed', xff('6.6.6.6, 192.0.2.1, 10.9.9.9'), ranges, '192.0.2.1'],
  ['who is no proxy is not believed', xff('6.6.6.6'), ranges, '192.0.2.9', '192.0.2.9'],
  [
    'a proxy behind one that is not trusted is not believed',
    xff('6.6.6.6, 10.0.0.9, 192.0.2.1'),
    ranges,
    '192.0.2.1',
  ],
  ['a proxy over IPv6 is believed', xff('192.0.2.1'), ranges, '192.0.2.1', '2001:db8:aaaa::5'],
  ['a proxy that is mapped to IPv6 is believed', xff('192.0.2.1'), ranges, '192.0.2.1', '::ffff:10.1.1.1'],
  ['a proxy alone in its network is believed', xff('192.0.2.1'), ranges, '192.0.2.1', '::1'],
  ['when all are proxies the furthest one counts', xff('10.0.0.3, 10.0.0.2'), ranges, '10.0.0.3'],
  ['RFC 7239 is read', forwarded('for=192.0.2.1;proto=http;by=203.0.113.43'), 1, '192.0.2.1'],
  ['its names are of any case', forwarded('Proto=https; FOR=192.0.2.1'), 1, '192.0.2.1'],
  ['its IPv6 is quoted', forwarded('for="[2001:db8:cafe::17]:4711"'), 1, '2001:db8:cafe::17'],
  ['its elements are a list', forwarded('for=6.6.6.6, for=192.0.2.1;by=10.0.0.1'), 1, '192.0.2.1'],
  [
    'a quote that a client left open hides nothing',
    forwarded('for=6.6.6.6;a=", for=192.0.2.1'),
    1,
    '192.0.2.1',
  ],
  [
    'a quote that closes in what the proxy says hides nothing',
    forwarded('for=6.6.6.6;by=", for=192.0.2.1;by="10.0.0.1"'),
    1,
    '192.0.2.1',
  ],
  ['a comma in quotes separates nothing', forwarded('for=6.6.6.6, for=192.0.2.1;by="_a,b"'), 1, '192.0.2.1'],
  ['a hidden name ends the chain', forwarded('for=192.0.2.1, for=_hidden'), 2, proxy],
  ['an element without a name is a hop', forwarded('for=192.0.2.1, proto=https'), 2, proxy],
  [
    'an open quote of the client’s wins nothing',
    forwarded('for=6.6.6.6, for="x, for=192.0.2.1'),
    1,
    '192.0.2.1',
  ],
  [
    'both headers that agree are believed',
    { ...xff('192.0.2.1'), ...forwarded('for=192.0.2.1') },
    1,
    '192.0.2.1',
  ],
  ['both headers that differ are not', { ...xff('192.0.2.1'), ...forwarded('for=6.6.6.6') }, 1, proxy],
  [
    'both are believed as far as they agree',
    { ...xff('6.6.6.6, 10.0.0.2'), ...forwarded('for=7.7.7.7, for=10.0.0.2') },
    ranges,
    '10.0.0.2',
  ],
]

for (const [what, headers, trusted, expected, remoteAddress = proxy] of cases) {
  test(what, () => assert.equal(clientAddress({ remoteAddress, headers }, trusted), expected))
}

test('returns null for a socket without an address', () => {
  assert.equal(clientAddress({ remoteAddress: null, headers: xff('192.0.2.1') }, 1), null)
})

for (const long of [','.repeat(100_000), '"'.repeat(100_001), '6.6.6.6,'.repeat(20_000)]) {
  test(`reads a header of ${long.length} characters quickly, from its end`, () => {
    const startedAt = performance.now()
    assert.equal(clientAddress({ remoteAddress: proxy, headers: xff(`${long},192.0.2.1`) }, 1), '192.0.2.1')
    clientAddress({ remoteAddress: proxy, headers: forwarded(`${long},for=192.0.2.1`) }, ranges)
    assert.ok(!measuresTime || performance.now() - startedAt < 100)
  })
}
