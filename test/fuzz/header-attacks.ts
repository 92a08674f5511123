import type { Attack } from './attack.js'
import { attack, type Header } from './http-parts.js'
import { type Tenant, targetOf } from './world.js'

export function authorizations(tenant: Tenant, other: Tenant): readonly Attack[] {
  return wrongAuthorizations(tenant, other).flatMap((authorization) => [
    attack(tenant, `authorization ${authorization.join().slice(0, 40)}`, ['authentication'], {
      authorization,
    }),
    attack(tenant, `agent authorization ${authorization.join().slice(0, 40)}`, undefined, {
      authorization,
      target: targetOf(tenant, 'agent', 'v0.4', 'get_filtered_chats'),
    }),
  ])
}

function wrongAuthorizations(tenant: Tenant, other: Tenant): readonly (readonly string[])[] {
  const token = tenant.customerToken
  const schemes = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer${' '.repeat(4_000)}`,
    `Basic ${token}`,
    'Basic eDp5',
    token,
  ]
  const foreign = [tenant.agentToken, tenant.refreshToken, other.customerToken]
  const spoilt = [`${token} x`, `${token}x`, `"${token}"`, `${token},Bearer ${token}`, token.toUpperCase()]
  const nonsense = [`${token}\u00e9`, '__proto__', 'null', "' or 1=1 --", 'x'.repeat(8_000)]
  const bearers = [...foreign, ...spoilt, ...nonsense].map((value) => `Bearer ${value}`)
  const single = [...schemes, ...bearers, `Bearer,${token}`, `Digest username="${token}"`].map((value) => [
    value,
  ])
  return [[], ...single, ['Bearer wrong', `Bearer ${token}`]]
}

/** Returns attacks on how the end of a message is determined (RFC 9112 §6). */
export function framings(tenant: Tenant): readonly Attack[] {
  const chunked: Header = ['Transfer-Encoding', 'chunked']
  const length = (value: string): Header => ['Content-Length', value]
  const send = (what: string, expected: readonly string[], headers: readonly Header[], body?: string) => {
    // The server waits for the rest of a request that it cannot refuse immediately.
    const endsAfter = expected.includes('server:400')
    const parts = { length: headers, ...(body !== undefined && { body }), endsAfter }
    return attack(tenant, `${what} ${body ?? ''}`, expected, parts)
  }
  const refused = ['server:400']
  const lengths = ['-1', 'abc', '1e3', '', '1,2', '0x10', '99999999999999999999', '5 5']
  const chunks = ['zz\r\n', '-1\r\nx\r\n', '5\r\nabc', '1\r\nab\r\n0\r\n\r\n', 'ffffffffffffffffff\r\n']
  return [
    ...lengths.map((value) => send(`Content-Length ${value}`, refused, [length(value)])),
    ...chunks.map((body) => send('chunks', [...refused, 'closed'], [chunked], body)),
    send('two lengths', refused, [length('14'), length('15')]),
    send('length and chunks', refused, [length('14'), chunked]),
    send('chunked is not last', refused, [['Transfer-Encoding', 'chunked, gzip']]),
    send('a length over the limit', ['entity_too_large'], [length('262145')], ''),
    send('a huge length', ['entity_too_large'], [length('9007199254740991')], ''),
    send('less than announced', [...refused, 'closed'], [length('500')]),
    send('no length at all', ['ok'], [], ''),
  ]
}

const wrongTypes = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'a/json, b/c',
  '',
  'json',
]

function manyHeaders(count: number): readonly Header[] {
  return Array.from({ length: count }, (_, index) => [`X-${index}`, '1'])
}

export function otherHeaders(tenant: Tenant): readonly Attack[] {
  const with_ = (what: string, expected: readonly string[] | undefined, ...headers: readonly Header[]) =>
    attack(tenant, what, expected, { headers })
  return [
    ...wrongTypes.map((type) => with_(`Content-Type ${type}`, ['validation'], ['Content-Type', type])),
    with_('Content-Type with parameters', ['ok'], ['Content-Type', 'Application/JSON ; charset="utf-16";;']),
    with_('key too long', ['validation'], ['Idempotency-Key', 'k'.repeat(129)]),
    with_('empty key', ['validation'], ['Idempotency-Key', '']),
    with_('two keys', undefined, ['Idempotency-Key', 'one'], ['Idempotency-Key', '\u00ff\u0080']),
    with_('a header of 20 KB', ['server:431'], ['X-Large', 'x'.repeat(20_000)]),
    with_('3,000 headers', ['server:431'], ...manyHeaders(3_000)),
    with_('1,000 headers', ['ok'], ...manyHeaders(1_000)),
    with_('prototype headers', ['ok'], ['__proto__', 'x'], ['constructor', 'x'], ['toString', 'x']),
    with_('a name with a space', ['server:400'], ['X Y', '1']),
    with_('a NUL', ['server:400'], ['X-Nul', 'a\0b']),
    with_('a folded header', ['server:400'], ['X-Folded', 'a\r\n b']),
    with_('a bare line feed', ['server:400', 'ok'], ['X-Feed', 'a\nInjected: yes']),
    with_('an unknown expectation', ['server:417'], ['Expect', 'nonsense']),
    with_('an expected continuation', ['ok'], ['Expect', '100-continue']),
    with_('an odd origin', ['ok'], ['Origin', 'null\u00ff"><script>']),
    with_('compressed', ['validation', 'ok'], ['Content-Encoding', 'gzip']),
    with_('an upgrade to nothing known', ['ok'], ['Connection', 'Upgrade'], ['Upgrade', 'h2c']),
    with_('trailers', undefined, ['Trailer', 'Authorization'], ['TE', 'trailers']),
  ]
}
