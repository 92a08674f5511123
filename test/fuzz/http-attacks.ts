import fc from 'fast-check'
import type { Attack } from './attack.js'
import { authorizations, framings, otherHeaders } from './header-attacks.js'
import { attack } from './http-parts.js'
import type { Tenant } from './world.js'

/** Generates requests with a wrong method, address or header and a valid body. */
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

// Paths are not resolved, so a path that begins like the address of a file is one, and files do not accept POST.
const refusedPath = ['not_found', 'method_not_allowed', 'validation', 'unsupported_version', 'server:400']

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

/** Generates printable paths below the prefix of an API. */
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

/** Invalid license ids, separated by spaces. `#` stands for the id of the license. */
const wrongLicenseIds =
  '0 -1 +1 1e3 0# #.0 %20# #%20 #%00 %EF%BC%91 abc null [1] 1,2 true NaN Infinity 0x1 % %zz __proto__'.split(
    ' ',
  )
const wrongQueries = ['', 'x=1', 'license_id=', 'license_id[]=#', 'LICENSE_ID=#', 'license_id=#&license_id=#']

function licenseIds({ licenseId, ...tenant }: Tenant): readonly Attack[] {
  const id = String(licenseId)
  const send = (query: string, expected: readonly string[] | undefined) => {
    const target = `/customer/v0.5/action/get_chats_summary?${query.replaceAll('#', id)}`
    return attack({ ...tenant, licenseId }, 'license_id', expected, { target })
  }
  const long = ['9'.repeat(16), '9'.repeat(4_000)]
  const invalid = [...wrongLicenseIds, ...long].map((value) => `license_id=${value}`)
  const unknown = ['99', '999999999999999', '2147483648', '4294967296'].map((value) => `license_id=${value}`)
  const odd = ['license%5Fid=#', 'license_id=%3#', 'license_id=#&x=%zz', 'license_id=#?']
  return [
    ...[...invalid, ...wrongQueries].map((query) => send(query, ['validation'])),
    ...unknown.map((query) => send(query, ['license_not_found'])),
    ...odd.map((query) => send(query, undefined)),
    send(`license_id=#&q=${'q'.repeat(9_000)}`, ['validation']),
  ]
}
