import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from '../test/scripted.js'
import { contractLimits } from './contract/limits.js'
import { numericOptions, type ParleyOptions } from './options.js'
import type { Storage } from './ports/storage.js'
import { resolveSettings } from './settings.js'

const storage = scripted<Storage>({})
const resolve = (options: Partial<ParleyOptions>) => resolveSettings({ storage, ...options })
/** Options as a host without types may pass them. */
const resolveUntyped = (json: string) => resolveSettings({ storage, ...JSON.parse(json) })

interface Numeric {
  readonly group: string
  readonly name: string
  readonly option: {
    readonly default: number
    readonly min: number
    readonly max: number
    readonly meaning: string
  }
}

const groups: Readonly<Record<string, Readonly<Record<string, Numeric['option']>>>> = numericOptions
const numeric: readonly Numeric[] = Object.entries(groups).flatMap(([group, options]) =>
  Object.entries(options).map(([name, option]) => ({ group, name, option })),
)

const settingOf = (settings: object, group: string, name: string): unknown =>
  Object.entries(settings)
    .flatMap(([key, value]) => (key === group ? [Object.entries(value)] : []))
    .flat()
    .find(([key]) => key === name)?.[1]

test('without options every setting is its default', () => {
  const settings = resolve({})
  for (const { group, name, option } of numeric) {
    assert.equal(settingOf(settings, group, name), option.default, `${group}.${name}`)
  }
  assert.deepEqual(settings.contractLimits, contractLimits)
  assert.equal(settings.basePath, '')
  assert.equal(settings.corsOrigins, '*')
})

for (const { group, name, option } of numeric) {
  const { min, max } = option
  const given = (value: unknown) => resolveUntyped(JSON.stringify({ [group]: { [name]: value } }))

  test(`${group}.${name} takes integers from ${min} to ${max}`, () => {
    assert.ok(min <= option.default && option.default <= max)
    for (const value of [min, max]) assert.equal(settingOf(given(value), group, name), value)
    for (const value of [min - 1, max + 1, min + 0.5, String(option.default), null, {}, true]) {
      const named = new RegExp(`Option ${group}\\.${name} must be an integer from ${min} to ${max}`)
      assert.throws(() => given(value), { name: 'TypeError', message: named })
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
  ['an unknown name in a group', '{"limits":{"bodybytes":1024}}', /Unknown option limits\.bodybytes/],
  ['a name of objects', '{"limits":{"toString":1}}', /Unknown option limits\.toString/],
  ['an unknown contract limit', '{"contractLimits":{"x":1}}', /Unknown option contractLimits\.x/],
  [
    'a contract limit of nothing',
    '{"contractLimits":{"idCount":0}}',
    /Option contractLimits\.idCount must be/,
  ],
  ['a group that is null', '{"limits":null}', /Option limits must be an object with some of bodyBytes, /],
  ['a group that is a list', '{"limits":[]}', /Option limits must be an object/],
  ['a group that is a number', '{"rtm":5}', /Option rtm must be an object/],
  [
    'null for the paths',
    '{"paths":null}',
    /Option paths must be an object with some of customer, agent, auth$/,
  ],
  ['an unknown path', '{"paths":{"foo":"x"}}', /Unknown option paths\.foo/],
  ['a path that is a number', '{"paths":{"agent":5}}', /Option paths\.agent must be .* not 5/],
  ['a path that is null', '{"paths":{"agent":null}}', /Option paths\.agent must be .* not null/],
  ['an address that is a number', '{"baseUrl":5}', /Option baseUrl must be .* or a path, not 5/],
  ['an address that is null', '{"baseUrl":null}', /Option baseUrl must be .* or a path, not null/],
  [
    'an origin that is in no list',
    '{"corsOrigins":"https://example.com"}',
    /corsOrigins must be '\*' or a list/,
  ],
  ['null for the origins', '{"corsOrigins":null}', /corsOrigins must be '\*' or a list of origins, not null/],
  ['an origin that is a number', '{"corsOrigins":[5]}', /Option corsOrigins must hold .* not 5/],
  ['null for the proxies', '{"trustProxy":null}', /Option trustProxy must be a number of proxies/],
  [
    'a proxy in IPv6 notation that is wider than all of IPv4',
    '{"trustProxy":["::ffff:10.0.0.0/90"]}',
    /Option trustProxy must hold .* such as 10\.0\.0\.0\/8, not ::ffff:10\.0\.0\.0\/90/,
  ],
  ['an address without scheme', '{"baseUrl":"chat.example.com"}', /Option baseUrl must be/],
  ['an empty address', '{"baseUrl":""}', /Option baseUrl must be/],
  ['an address of another scheme', '{"baseUrl":"ftp://example.com"}', /Option baseUrl must be http/],
  ['an origin with a path', '{"corsOrigins":["https://example.com/"]}', /Option corsOrigins .* not https/],
  ['an origin without scheme', '{"corsOrigins":["example.com"]}', /Option corsOrigins/],
  ['a wildcard in a list', '{"corsOrigins":["*"]}', /Option corsOrigins/],
  ['an origin with a wildcard', '{"corsOrigins":["https://*.example.com/x"]}', /Option corsOrigins/],
]

for (const [title, json, message] of refused) {
  test(`${title} is refused by name`, () => {
    assert.throws(() => resolveUntyped(json), { name: 'TypeError', message })
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
    assert.equal(resolve({ baseUrl }).basePath, basePath))
}

test('settings are a frozen copy', () => {
  const corsOrigins = ['https://example.com']
  const limits = { jsonDepth: 8 }
  const settings = resolve({ corsOrigins, limits })
  corsOrigins.push('https://evil.example')
  limits.jsonDepth = 9
  assert.deepEqual(settings.corsOrigins, ['https://example.com'])
  assert.equal(settings.limits.jsonDepth, 8)
  for (const part of [settings, settings.limits, settings.contractLimits, settings.corsOrigins]) {
    assert.equal(Object.isFrozen(part), true)
  }
})

test('contract limits can be moved', () => {
  assert.equal(resolve({ contractLimits: { eventTextLength: 10 } }).contractLimits.eventTextLength, 10)
})

test('an option that does not exist is named', () => {
  assert.throws(() => resolveUntyped('{"limtis":{}}'), {
    name: 'TypeError',
    message: 'Unknown option limtis',
  })
})

for (const baseUrl of [
  'https://example.com/chat?x=1',
  'https://example.com/#x',
  'https://user@example.com/',
]) {
  test(`${baseUrl} is no base address`, () => {
    assert.throws(() => resolve({ baseUrl }), { name: 'TypeError', message: /Option baseUrl/ })
  })
}
