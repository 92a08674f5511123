import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createParley, type Parley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'

describe('options', () => {
  test('wrong options are refused, and the error names them', async () => {
    const wrong: readonly (readonly [options: Parameters<typeof createParley>[0], message: RegExp])[] = [
      [{ storage: memoryStorage(), baseUrl: 'ftp://example.com' }, /baseUrl/],
      [{ storage: memoryStorage(), baseUrl: 'nowhere' }, /baseUrl/],
      [{ storage: memoryStorage(), corsOrigins: ['https://example.com/'] }, /corsOrigins/],
      [{ storage: memoryStorage(), rtm: { anonymousCount: 0 } }, /rtm\.anonymousCount/],
      [{ storage: memoryStorage(), rtm: { anonymousCount: 1.5 } }, /rtm\.anonymousCount/],
      [{ storage: memoryStorage(), limits: { bodyBytes: 1 } }, /limits\.bodyBytes/],
      [
        { storage: memoryStorage(), ...JSON.parse('{"rtm":{"anonymous":1}}') },
        /^Unknown option rtm\.anonymous\. Did you mean rtm\.anonymousCount\?$/,
      ],
    ]
    for (const [options, message] of wrong) {
      await assert.rejects(createParley(options), { name: 'ParleyConfigError', message })
    }
  })

  /** Calls `createParley` like a host without types. */
  const create = (...parameters: unknown[]): Promise<Parley> =>
    Reflect.apply(createParley, undefined, parameters)
  const example = "createParley({ storage: sqliteStorage({ filename: 'parley.db' }) })"
  const whole = 'a storage, such as the result of sqliteStorage or postgresStorage'
  const missing: Readonly<Record<string, readonly [parameters: readonly unknown[], message: string]>> = {
    'no options': [[], `createParley needs options, such as ${example}`],
    null: [[null], `createParley needs options, such as ${example}`],
    'a filename': [['parley.db'], `createParley needs options, such as ${example}`],
    'no storage': [[{ baseUrl: '/' }], `Option storage is required, as in ${example}`],
    'an empty storage': [
      [{ storage: {} }],
      `Option storage must be ${whole}: it has no open, read, transaction, appendEvents, ping, close`,
    ],
    'a function that creates a storage': [
      [{ storage: memoryStorage }],
      `Option storage must be ${whole}: it has no open, read, transaction, appendEvents, ping, close`,
    ],
    'a storage without a method': [
      [{ storage: Object.assign(memoryStorage(), { ping: undefined }) }],
      `Option storage must be ${whole}: it has no ping`,
    ],
    'an invalid clock': [
      [{ storage: memoryStorage(), clock: { now: () => 0 } }],
      'Option clock must be a clock: it has no monotonic, every',
    ],
    'a logger that cannot warn': [
      [{ storage: memoryStorage(), logger: { ...console, warn: undefined } }],
      'Option logger must be a logger: it has no warn',
    ],
    'a bus that is false': [
      [{ storage: memoryStorage(), bus: false }],
      'Option bus must be a bus, such as the result of redisBus, or null: it has no start, publish, subscribe, ping, close',
    ],
    'an invalid id generator': [
      [{ storage: memoryStorage(), ids: {} }],
      'Option ids must be a generator of ids: it has no uuid, randomBytes',
    ],
    'a signIn that is not a function': [
      [{ storage: memoryStorage(), signIn: {} }],
      'Option signIn must be a function',
    ],
    'an unknown option': [
      [{ storage: memoryStorage(), store: 1 }],
      'Unknown option store. Did you mean storage?',
    ],
  }
  for (const [what, [parameters, message]] of Object.entries(missing)) {
    test(`options with ${what} are refused, and the error names what is missing`, async () => {
      await assert.rejects(create(...parameters), { name: 'ParleyConfigError', message })
    })
  }

  test('optional options may be undefined', async () => {
    const parley = await create({
      storage: memoryStorage(),
      logger: undefined,
      clock: undefined,
      baseUrl: undefined,
    })
    await parley.close()
  })

  test('options are copied, so later changes by the host have no effect', async () => {
    const corsOrigins = ['https://shop.example']
    const parley = await createParley({ storage: memoryStorage(), corsOrigins })
    corsOrigins.push('https://evil.example')
    const request = new Request('https://shop.example/agent/v0.4/action/x', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    const response = await parley.fetch(request)
    assert.equal(response.headers.get('access-control-allow-origin'), null)
    await parley.close()
  })
})
