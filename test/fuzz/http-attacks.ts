import fc from 'fast-check'
import { type Attack, type HttpAttack, httpMessage, named } from './attack.js'
import { type Tenant, targetOf } from './world.js'

type Header = readonly [name: string, value: string]

const body = '{"payload":{}}'

/** Methods, addresses and headers that are wrong; the body is not. */
export function httpAttacks(tenant: Tenant, other: Tenant): fc.Arbitrary<Attack> {
  return fc.oneof(
    fc.constantFrom(...methods(tenant)),
    fc.constantFrom(...paths(tenant)),
    odd(tenant),
    fc.constantFrom(...licenseIds(tenant)),
    fc.constantFrom(...authorizations(tenant, other)),
    fc.constantFrom(...framings(tenant)),
    fc.constantFrom(...otherHeaders(tenant)),
  )
}

interface Parts {
  readonly method?: string
  readonly target?: string
  readonly authorization?: readonly string[]
  readonly length?: readonly Header[]
  readonly headers?: readonly Header[]
  readonly body?: string
  readonly isHead?: boolean
  readonly endsAfter?: boolean
}

function attack(
  tenant: Tenant,
  what: string,
  expected: readonly string[] | undefined,
  parts: Parts,
): HttpAttack {
  const target = parts.target ?? targetOf(tenant, 'customer', 'v0.5', 'get_chats_summary')
  const content = parts.body ?? body
  const headers: readonly Header[] = [
    ['Host', 'parley.test'],
    ...(parts.authorization ?? [`Bearer ${tenant.customerToken}`]).map(
      (value): Header => ['Authorization', value],
    ),
    ...(parts.length ?? [['Content-Length', String(content.length)]]),
    ...(parts.headers ?? []),
  ]
  const { isHead, endsAfter } = parts
  return named({
    ...{ via: 'http', what: `${what}: ${(parts.target ?? '').slice(0, 200)}` },
    bytes: httpMessage(parts.method ?? 'POST', target, headers, content),
    ...(expected && { expected }),
    ...(isHead && { isHead }),
    ...(endsAfter && { endsAfter }),
  })
}

function methods(tenant: Tenant): readonly Attack[] {
  const refused = ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE'].map((method) =>
    attack(tenant, `method ${method}`, ['method_not_allowed'], { method }),
  )
  const nonsense = ['post', 'FOO', 'POST\t', 'P\u00d6ST', 'GET /x HTTP/1.1\r\n\r\nPOST'].map((method) =>
    attack(tenant, `method ${method}`, ['server:400', 'not_found'], { method }),
  )
  return [
    ...refused,
    ...nonsense,
    attack(tenant, 'method HEAD', ['head:405'], { method: 'HEAD', isHead: true }),
    attack(tenant, 'method OPTIONS', ['preflight'], { method: 'OPTIONS' }),
    attack(tenant, 'method CONNECT', ['closed'], { method: 'CONNECT', target: 'parley.test:443' }),
    attack(tenant, 'OPTIONS *', ['not_found'], { method: 'OPTIONS', target: '*' }),
  ]
}

const wrongPaths = [
  ...[
    '/',
    '//',
    '///customer/v0.5/action/login',
    '/customer',
    '/customer/',
    '/customer//',
    '/CUSTOMER/v0.5/action/x',
  ],
  ...[
    '/customer/v0.5',
    '/customer/v0.5/',
    '/customer/v0.5/action',
    '/customer/v0.5/action/',
    '/customer/v0.5//action/x',
  ],
  ...[
    '/customer/v0.5/action/send_event/',
    '/customer/v0.5/action/send_event/x',
    '/customer/v0.5/action%2Fsend_event',
  ],
  ...[
    '/customer%2Fv0.5/action/send_event',
    '/customer/v0.5/action/..',
    '/customer/v0.5/../v0.5/action/send_event',
  ],
  ...[
    '/./customer/v0.5/action/send_event',
    '/customer/v0.5/action/send_event%00',
    '/customer/v0.5/action/%2e%2e/x',
  ],
  ...[
    '/customer/v0.5/action/__proto__',
    '/customer/v0.5/action/constructor',
    '/customer/v0.5/action/%F0%9F%98%80',
  ],
  ...[
    '/customer/v9/action/send_event',
    '/customer/__proto__/action/send_event',
    '/agent/v0.5/action/send_event',
  ],
  ...[
    '/customer/v0.5/rtm/ws',
    '/customer/v0.5/rtm/sio',
    '/customer/v0.5/action/login',
    '/__proto__/v0.5/action/x',
  ],
  ...[
    '/customer/v0.5/static_config/',
    '/agent/v0.4/static_config',
    '/files/../customer/v0.5/x',
    '/%',
    '/%zz',
    '/customer/%',
  ],
  ...[
    '/customer/v0.5/action/send\\event',
    '/customer/v0.5\\action\\send_event',
    '/customer/v0.5/action/send_event;a=b',
  ],
  ...[
    'http://evil.test/customer',
    'http://evil.test',
    '/customer/v0.5/action/send_event#fragment',
    '/\u00e4\u00ff',
  ],
]

const refusedPath = ['not_found', 'validation', 'unsupported_version', 'server:400']

function paths(tenant: Tenant): readonly Attack[] {
  return [
    ...wrongPaths.flatMap((target) => [
      attack(tenant, 'path', refusedPath, { target }),
      attack(tenant, 'path', refusedPath, { target: `${target}?license_id=${tenant.licenseId}` }),
    ]),
    attack(tenant, 'path of 10 KB', ['not_found'], { target: `/${'p'.repeat(10_000)}` }),
    attack(tenant, 'action of 10 KB', ['validation'], {
      target: `/customer/v0.5/action/${'a'.repeat(10_000)}?license_id=${tenant.licenseId}`,
    }),
    attack(tenant, 'path of 100 KB', ['server:431'], { target: `/customer/${'p'.repeat(100_000)}` }),
    attack(tenant, 'path of many slashes', refusedPath, { target: '/customer'.padEnd(12_000, '/') }),
  ]
}

/** Any printable path below the prefix of an API. */
function odd(tenant: Tenant): fc.Arbitrary<Attack> {
  const piece = fc.constantFrom(
    '%2F',
    '..',
    '.',
    '',
    'v0.5',
    'v0.4',
    'action',
    'rtm',
    'ws',
    'send_event',
    '%00',
    '%C0%AF',
    '*',
  )
  const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 5 }).map(encodeURIComponent)), {
    maxLength: 8,
  })
  return fc
    .tuple(fc.constantFrom('/customer/', '/agent/', '/', '/%63ustomer/'), path)
    .map(([root, pieces]) => {
      const target = root + pieces.join('/')
      return attack(tenant, 'path', [...refusedPath, 'authentication'], { target })
    })
}

function licenseIds(tenant: Tenant): readonly Attack[] {
  const id = tenant.licenseId
  const base = '/customer/v0.5/action/get_chats_summary'
  const invalid = [
    ...[
      '',
      '0',
      '-1',
      '+1',
      '1e3',
      `0${id}`,
      `${id}.0`,
      `%20${id}`,
      `${id}%20`,
      `${id}%00`,
      '%EF%BC%91',
      'abc',
      'null',
    ],
    ...[
      '[1]',
      '1,2',
      'true',
      'NaN',
      'Infinity',
      '0x1',
      '9'.repeat(16),
      '9'.repeat(4_000),
      '%',
      '%zz',
      '__proto__',
    ],
  ].map((value) => `license_id=${value}`)
  const queries = [
    '',
    'x=1',
    `license_id[]=${id}`,
    `LICENSE_ID=${id}`,
    `license_id=${id}&license_id=${id}`,
    `license_id=${id}&license_id=9`,
  ]
  return [
    ...[...invalid, ...queries].map((query) =>
      attack(tenant, 'license_id', ['validation'], { target: `${base}?${query}` }),
    ),
    attack(tenant, 'query of 9 KB', ['validation'], {
      target: `${base}?license_id=${id}&q=${'q'.repeat(9_000)}`,
    }),
    ...['99', '999999999999999', '2147483648', '4294967296'].map((unknown) =>
      attack(tenant, 'license_id', ['license_not_found'], { target: `${base}?license_id=${unknown}` }),
    ),
    ...[`license%5Fid=${id}`, `license_id=%3${id}`, `license_id=${id}&x=%zz`, `license_id=${id}?`].map(
      (query) => attack(tenant, 'license_id', undefined, { target: `${base}?${query}` }),
    ),
  ]
}

function authorizations(tenant: Tenant, other: Tenant): readonly Attack[] {
  const token = tenant.customerToken
  const values = [
    ...[
      [],
      [''],
      ['Bearer'],
      ['Bearer '],
      [token],
      [`Basic ${token}`],
      ['Basic eDp5'],
      [`Bearer ${token} x`],
      [`Bearer ${token}x`],
    ],
    ...[
      [`Bearer "${token}"`],
      [`Bearer,${token}`],
      [`Bearer ${token},Bearer ${token}`],
      [`Bearer ${token.toUpperCase()}`],
    ],
    ...[['Bearer wrong', `Bearer ${token}`], [`Bearer ${'x'.repeat(8_000)}`], [`Bearer${' '.repeat(4_000)}`]],
    ...[
      [`Bearer ${tenant.agentToken}`],
      [`Bearer ${tenant.refreshToken}`],
      [`Bearer ${other.customerToken}`],
    ],
    ...[
      [`Bearer ${token}\u00e9`],
      ['Bearer __proto__'],
      ['Bearer null'],
      [`Digest username="${token}"`],
      ["Bearer ' or 1=1 --"],
    ],
  ]
  return values.flatMap((authorization) => [
    attack(tenant, `authorization ${authorization.join().slice(0, 40)}`, ['authentication'], {
      authorization,
    }),
    attack(tenant, `agent authorization ${authorization.join().slice(0, 40)}`, undefined, {
      authorization,
      target: targetOf(tenant, 'agent', 'v0.4', 'get_filtered_chats'),
    }),
  ])
}

/** Where a message ends (RFC 9112 §6). */
function framings(tenant: Tenant): readonly Attack[] {
  const chunked: Header = ['Transfer-Encoding', 'chunked']
  const refused = ['server:400']
  const lengths = ['-1', 'abc', '1e3', '', '1,2', '0x10', '99999999999999999999', '5 5']
  return [
    ...lengths.map((value) =>
      attack(tenant, `Content-Length ${value}`, refused, {
        length: [['Content-Length', value]],
        endsAfter: true,
      }),
    ),
    attack(tenant, 'two lengths', refused, {
      length: [
        ['Content-Length', '14'],
        ['Content-Length', '15'],
      ],
    }),
    attack(tenant, 'length and chunks', refused, {
      length: [['Content-Length', '14'], chunked],
      endsAfter: true,
    }),
    attack(tenant, 'chunked is not last', refused, {
      length: [['Transfer-Encoding', 'chunked, gzip']],
      endsAfter: true,
    }),
    ...['zz\r\n', '-1\r\nx\r\n', '5\r\nabc', '1\r\nab\r\n0\r\n\r\n', 'ffffffffffffffffff\r\n'].map((chunks) =>
      attack(tenant, `chunks ${JSON.stringify(chunks)}`, [...refused, 'closed'], {
        length: [chunked],
        body: chunks,
        endsAfter: true,
      }),
    ),
    attack(tenant, 'a length over the limit', ['entity_too_large'], {
      length: [['Content-Length', '262145']],
      body: '',
    }),
    attack(tenant, 'a huge length', ['entity_too_large'], {
      length: [['Content-Length', '9007199254740991']],
      body: '',
    }),
    attack(tenant, 'less than announced', [...refused, 'closed'], {
      length: [['Content-Length', '500']],
      endsAfter: true,
    }),
    attack(tenant, 'no length at all', ['ok'], { length: [], body: '' }),
  ]
}

function otherHeaders(tenant: Tenant): readonly Attack[] {
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json, text/plain',
    '',
    'json',
  ]
  const with_ = (what: string, expected: readonly string[] | undefined, ...headers: readonly Header[]) =>
    attack(tenant, what, expected, { headers })
  return [
    ...types.map((type) => with_(`Content-Type ${type}`, ['validation'], ['Content-Type', type])),
    with_('Content-Type with parameters', ['ok'], ['Content-Type', 'Application/JSON ; charset="utf-16";;']),
    with_('key too long', ['validation'], ['Idempotency-Key', 'k'.repeat(129)]),
    with_('empty key', ['validation'], ['Idempotency-Key', '']),
    with_('two keys', undefined, ['Idempotency-Key', 'one'], ['Idempotency-Key', '\u00ff\u0080']),
    with_('a header of 20 KB', ['server:431'], ['X-Large', 'x'.repeat(20_000)]),
    with_(
      '3,000 headers',
      ['server:431'],
      ...Array.from({ length: 3_000 }, (_, index): Header => [`X-${index}`, '1']),
    ),
    with_(
      '1,000 headers',
      ['ok'],
      ...Array.from({ length: 1_000 }, (_, index): Header => [`X-${index}`, '1']),
    ),
    with_('prototype headers', ['ok'], ['__proto__', 'x'], ['constructor', 'x'], ['toString', 'x']),
    with_('a name with a space', ['server:400'], ['X Y', '1']),
    with_('a NUL', ['server:400'], ['X-Nul', 'a\0b']),
    with_('a folded header', ['server:400'], ['X-Folded', 'a\r\n b']),
    with_('a bare line feed', ['server:400', 'ok'], ['X-Feed', 'a\nInjected: yes']),
    with_('an unknown expectation', ['server:417'], ['Expect', 'nonsense']),
    with_('an expected continuation', ['ok'], ['Expect', '100-continue']),
    with_('an odd origin', ['ok'], ['Origin', 'null\u00ff"><script>']),
    with_('compressed', ['validation', 'ok'], ['Content-Encoding', 'gzip']),
    with_('an upgrade to nothing known', undefined, ['Connection', 'Upgrade'], ['Upgrade', 'h2c']),
    with_('trailers', undefined, ['Trailer', 'Authorization'], ['TE', 'trailers']),
  ]
}
