import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractLimits } from './contract/limits.js'
import { dataOptions } from './options/options.js'
import type { IntegerOption } from './options/values.js'
import { resolveSettings } from './settings.js'

/** Options as a host without types may pass them. */
const resolveUntyped = (json: string) => resolveSettings(JSON.parse(json))

interface Numeric {
  readonly group: string
  readonly name: string
  readonly option: IntegerOption
}

const isInteger = (option: object): option is IntegerOption => 'minimum' in option
const numeric: readonly Numeric[] = Object.entries(dataOptions.properties).flatMap(([group, option]) => {
  const options = 'properties' in option ? Object.entries<object>(option.properties) : []
  return options.flatMap(([name, option]) => (isInteger(option) ? [{ group, name, option }] : []))
})

const settingOf = (settings: object, group: string, name: string): unknown =>
  Object.entries(settings)
    .flatMap(([key, value]) => (key === group ? [Object.entries(value)] : []))
    .flat()
    .find(([key]) => key === name)?.[1]

test('without options every setting is its default', () => {
  const settings = resolveSettings({})
  for (const { group, name, option } of numeric) {
    assert.equal(settingOf(settings, group, name), option.default, `${group}.${name}`)
  }
  assert.deepEqual(settings.contractLimits, contractLimits)
  assert.notEqual(numeric.length, 0)
  assert.equal(settings.basePath, '')
  const chat = { customer: '/customer', agent: '/agent', configuration: '/configuration' }
  assert.deepEqual(settings.paths, { ...chat, auth: '/auth', files: '/files', health: '/health' })
  assert.equal(settings.limits.chatsPerCustomer, Number.POSITIVE_INFINITY)
  assert.equal(settings.trustedProxies, 0)
  assert.equal(settings.corsOrigins, '*')
  assert.equal(settings.routing.mode, 'automatic')
  assert.equal(settings.routing.policy, undefined)
})

test('webhooks may go to the hosts and networks that are allowed', () => {
  const { webhookTargets: nothing } = resolveSettings({})
  assert.deepEqual(nothing, { allowsPrivate: false, hosts: new Set(), ranges: [] })
  const allowedTargets = ['hooks.internal', '10.0.0.0/8', '::1']
  const { webhookTargets } = resolveSettings({
    webhooks: { allowPrivateTargets: true, allowedTargets },
  })
  assert.equal(webhookTargets.allowsPrivate, true)
  assert.deepEqual([...webhookTargets.hosts], ['hooks.internal'])
  assert.deepEqual(webhookTargets.ranges.map(String), ['10.0.0.0,8', '::1,128'])
})

test('a policy of the host is kept as it is, beside the defaults', () => {
  const policy = () => []
  const { routing } = resolveSettings({ routing: { policy } })
  assert.equal(routing.policy, policy)
  assert.equal(routing.mode, 'automatic')
  assert.ok(Object.isFrozen(routing))
})

for (const { group, name, option } of numeric) {
  const { minimum: min, maximum: max } = option
  const given = (value: unknown) => resolveUntyped(JSON.stringify({ [group]: { [name]: value } }))

  test(`${group}.${name} takes integers from ${min} to ${max}`, () => {
    assert.ok(min <= option.default && option.default <= max)
    for (const value of [min, max]) assert.equal(settingOf(given(value), group, name), value)
    for (const value of [min - 1, max + 1, min + 0.5, String(option.default), null, {}, true]) {
      const named = new RegExp(`Option ${group}\\.${name} must be an integer from ${min} to ${max}`)
      assert.throws(() => given(value), { name: 'ParleyConfigError', message: named })
    }
  })
}

test('every numeric option says its unit, or that it counts', () => {
  for (const { name } of numeric) {
    const unit = /(Events|Bytes|Ms|Seconds|PerSecond|Count|Length|Depth|Log2)$|Per[A-Z][a-z]+$/
    assert.match(name, unit)
  }
})

const refused: readonly (readonly [string, string, RegExp])[] = [
  [
    'an unknown name in a group',
    '{"limits":{"bodybytes":1024}}',
    /^Unknown option limits\.bodybytes\. Did you mean limits\.bodyBytes\?$/,
  ],
  ['a name of objects', '{"limits":{"toString":1}}', /^Unknown option limits\.toString/],
  [
    'an unknown contract limit',
    '{"contractLimits":{"x":1}}',
    /^Unknown option contractLimits\.x\. The options of contractLimits are eventTextLength, /,
  ],
  [
    'a contract limit of nothing',
    '{"contractLimits":{"formFieldCount":0}}',
    /Option contractLimits\.formFieldCount must be/,
  ],
  [
    'a group that is null',
    '{"limits":null}',
    /Option limits must be an object with some of bodyBytes, .*, not null$/,
  ],
  ['a group that is a list', '{"limits":[]}', /Option limits must be an object/],
  ['a group that is a number', '{"rtm":5}', /Option rtm must be an object/],
  [
    'null for the paths',
    '{"paths":null}',
    /Option paths must be an object with some of customer, agent, configuration, auth, files, health, not null$/,
  ],
  [
    'an unknown path',
    '{"paths":{"foo":"x"}}',
    /^Unknown option paths\.foo\. The options of paths are customer, agent, configuration, auth, files, health$/,
  ],
  ['a path that is a number', '{"paths":{"agent":5}}', /^Option paths\.agent must be a string, not 5$/],
  ['a path that is null', '{"paths":{"agent":null}}', /^Option paths\.agent must be a string, not null$/],
  ['an address that is a number', '{"baseUrl":5}', /^Option baseUrl must be a string, not 5$/],
  ['an address that is null', '{"baseUrl":null}', /^Option baseUrl must be a string, not null$/],
  [
    'an origin that is in no list',
    '{"corsOrigins":"https://example.com"}',
    /^Option corsOrigins must be \* or an array, not https:\/\/example\.com$/,
  ],
  ['null for the origins', '{"corsOrigins":null}', /^Option corsOrigins must be \* or an array, not null$/],
  ['an origin that is a number', '{"corsOrigins":[5]}', /^Option corsOrigins\[0\] must be a string, not 5$/],
  [
    'null for the proxies',
    '{"trustProxy":null}',
    /^Option trustProxy must be an integer from 0 to 100 or an array, not null$/,
  ],
  [
    'a proxy in IPv6 notation that is wider than all of IPv4',
    '{"trustProxy":["::ffff:10.0.0.0/90"]}',
    /^Option trustProxy\[0\] must be .* such as 10\.0\.0\.0\/8, not ::ffff:10\.0\.0\.0\/90$/,
  ],
  [
    'a word where webhooks may go',
    '{"webhooks":{"allowPrivateTargets":"yes"}}',
    /^Option webhooks\.allowPrivateTargets must be a boolean, not yes$/,
  ],
  ...[
    '10.1',
    'Hooks.Internal',
    'hooks.internal:80',
    'http://hooks.internal',
    '',
    'a/b',
    '*',
    '*.internal',
  ].map((target): (typeof refused)[number] => [
    `webhooks for ${target}`,
    JSON.stringify({ webhooks: { allowedTargets: [target] } }),
    /^Option webhooks\.allowedTargets\[0\] must be a host, an address or a network such as 10\.0\.0\.0\/8/,
  ]),
  [
    'a path that begins with a slash',
    '{"paths":{"agent":"/agent"}}',
    /^Option paths\.agent must be a relative path such as agent, not \/agent$/,
  ],
  [
    'a path within another',
    '{"paths":{"agent":"chat/agent","customer":"chat"}}',
    /^Option paths must give each part a path of its own, none within another$/,
  ],
  ['a path that two parts have', '{"paths":{"agent":"customer"}}', /^Option paths must give each part/],
  ['too many proxies', '{"trustProxy":101}', /^Option trustProxy must be an integer from 0 to 100, not 101$/],
  [
    'no chats',
    '{"limits":{"chatsPerCustomer":0}}',
    /^Option limits\.chatsPerCustomer must be a positive integer or Infinity, not 0$/,
  ],
  [
    'half a chat',
    '{"limits":{"chatsPerCustomer":1.5}}',
    /^Option limits\.chatsPerCustomer must be a positive integer/,
  ],
  [
    'an unknown mode of routing',
    '{"routing":{"mode":"random"}}',
    /^Option routing\.mode must be one of automatic, manual, not random$/,
  ],
  [
    'a policy that is no function',
    '{"routing":{"policy":"mine"}}',
    /^Option routing\.policy must be a function, not mine$/,
  ],
  ['an address without scheme', '{"baseUrl":"chat.example.com"}', /Option baseUrl must be/],
  ['an empty address', '{"baseUrl":""}', /Option baseUrl must be/],
  ['an address of another scheme', '{"baseUrl":"ftp://example.com"}', /Option baseUrl must be http/],
  [
    'an origin with a path',
    '{"corsOrigins":["https://example.com/"]}',
    /^Option corsOrigins\[0\] must be .* not https/,
  ],
  ['an origin without scheme', '{"corsOrigins":["example.com"]}', /Option corsOrigins/],
  ['a wildcard in a list', '{"corsOrigins":["*"]}', /Option corsOrigins/],
  ['an origin with a wildcard', '{"corsOrigins":["https://*.example.com/x"]}', /Option corsOrigins/],
]

const goodKey = 'A'.repeat(43)

for (const [title, encryptionKeys] of [
  ['too short', [goodKey.slice(1)]],
  ['too long', [`${goodKey}A=`]],
  ['of other characters', [`${goodKey.slice(1)}!`]],
  ['of bytes beyond base64', [`${goodKey.slice(1)}é`]],
  ['no text', [5]],
  ['not in a list', `${goodKey}-alone`],
  ['one too many', Array.from({ length: 11 }, () => goodKey)],
] as const) {
  test(`an encryption key that is ${title} is refused, and not shown`, () => {
    assert.throws(
      () => resolveUntyped(JSON.stringify({ encryptionKeys })),
      ({ name, message }: Error) => {
        assert.equal(name, 'ParleyConfigError')
        assert.match(message, /^Option encryptionKeys(\[0\])? must (be|have) /)
        return !/A{20}|, not/.test(message)
      },
    )
  })
}

test('encryption keys are base64 in either alphabet, padded or not', () => {
  const encryptionKeys = [`${goodKey}=`, goodKey, `${goodKey.slice(2)}-_`, `${goodKey.slice(2)}+/=`]
  assert.deepEqual(resolveSettings({ encryptionKeys }).encryptionKeys, encryptionKeys)
  assert.deepEqual(resolveSettings({}).encryptionKeys, [])
})

for (const [title, json, message] of refused) {
  test(`${title} is refused by name`, () => {
    assert.throws(() => resolveUntyped(json), { name: 'ParleyConfigError', message })
  })
}

const basePaths: readonly (readonly [string, string])[] = [
  ['/', ''],
  ['/chat', '/chat'],
  ['/chat/', '/chat'],
  ['https://example.com', ''],
  ['https://example.com/', ''],
  ['https://example.com/a/chat/', '/a/chat'],
  ['http://localhost:8080/chat', '/chat'],
]

for (const [baseUrl, basePath] of basePaths) {
  test(`${baseUrl} mounts at ${basePath || 'the root'}`, () =>
    assert.equal(resolveSettings({ baseUrl }).basePath, basePath))
}

test('settings are a frozen copy', () => {
  const corsOrigins = ['https://example.com']
  const limits = { membersPerChat: 8 }
  const settings = resolveSettings({ corsOrigins, limits })
  corsOrigins.push('https://evil.example')
  limits.membersPerChat = 9
  assert.deepEqual(settings.corsOrigins, ['https://example.com'])
  assert.equal(settings.limits.membersPerChat, 8)
  assert.deepEqual(limits, { membersPerChat: 9 })
  for (const part of [settings, settings.limits, settings.contractLimits, settings.corsOrigins]) {
    assert.equal(Object.isFrozen(part), true)
  }
})

test('what is undefined has its default', () => {
  const untyped: object = { limits: { membersPerChat: undefined }, rtm: undefined, baseUrl: undefined }
  assert.deepEqual(resolveSettings(untyped), resolveSettings({}))
})

test('contract limits can be moved', () => {
  assert.equal(
    resolveSettings({ contractLimits: { eventTextLength: 10 } }).contractLimits.eventTextLength,
    10,
  )
})

test('an option that does not exist is named', () => {
  assert.throws(() => resolveUntyped('{"limtis":{}}'), {
    name: 'ParleyConfigError',
    message: 'Unknown option limtis. Did you mean limits?',
  })
})

for (const baseUrl of [
  'https://example.com/chat?x=1',
  'https://example.com/#x',
  'https://user@example.com/',
]) {
  test(`${baseUrl} is no base address`, () => {
    assert.throws(() => resolveSettings({ baseUrl }), {
      name: 'ParleyConfigError',
      message: /Option baseUrl/,
    })
  })
}
