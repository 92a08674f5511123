import assert from 'node:assert/strict'
import type { Admin } from '@parley/core'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { forEachStorage } from '../../support/storages.js'

/** Every method of `admin` that takes options, as a host without types calls it; and the keys that its options have. */
const methods: Readonly<
  Record<string, readonly [keys: string, call: (admin: Admin, options: unknown) => Promise<unknown>]>
> = {
  'licenses.create': [
    'name, plan, isInTrial, expiresAt',
    ({ licenses }, options) => Reflect.apply(licenses.create, licenses, [options]),
  ],
  'agents.create': [
    'licenseId, login, name, externalId, email, password, avatar, permission, maxChatsCount, groups',
    ({ agents }, options) => Reflect.apply(agents.create, agents, [options]),
  ],
  'agents.getOrCreate': [
    'licenseId, login, name, externalId, email, password, avatar, permission, maxChatsCount, groups',
    ({ agents }, options) => Reflect.apply(agents.getOrCreate, agents, [options]),
  ],
  'customers.create': [
    'licenseId, externalId, name, email, fields',
    ({ customers }, options) => Reflect.apply(customers.create, customers, [options]),
  ],
  'customers.getOrCreate': [
    'licenseId, externalId, name, email, fields',
    ({ customers }, options) => Reflect.apply(customers.getOrCreate, customers, [options]),
  ],
  'customers.update': [
    'externalId, name, email, fields',
    ({ customers }, options) => Reflect.apply(customers.update, customers, ['nobody', options]),
  ],
  'apps.register': [
    'licenseId, name, type, visibility, redirectUris, scopes, requirePkce, skipConsent',
    ({ apps }, options) => Reflect.apply(apps.register, apps, [options]),
  ],
  'apps.update': [
    'name, visibility, redirectUris, scopes, requirePkce, skipConsent',
    ({ apps }, options) => Reflect.apply(apps.update, apps, ['f'.repeat(32), options]),
  ],
  'tokens.issueForAgent': [
    'licenseId, agentId, clientId, scopes',
    ({ tokens }, options) => Reflect.apply(tokens.issueForAgent, tokens, [options]),
  ],
  'tokens.issueForCustomer': [
    'licenseId, clientId, customerId',
    ({ tokens }, options) => Reflect.apply(tokens.issueForCustomer, tokens, [options]),
  ],
}

type Method = readonly [argument: string, call: (admin: Admin, value: unknown) => Promise<unknown>]

/** Every other method of `admin`, with what its first argument is. */
const others: Readonly<Record<string, Method>> = {
  'licenses.get': ['licenseId', ({ licenses }, id) => Reflect.apply(licenses.get, licenses, [id])],
  'licenses.setExpiresAt': [
    'licenseId',
    ({ licenses }, id) => Reflect.apply(licenses.setExpiresAt, licenses, [id, null]),
  ],
  'agents.get': ['agentId', ({ agents }, id) => Reflect.apply(agents.get, agents, [id])],
  'agents.getByExternalId': [
    'licenseId',
    ({ agents }, id) => Reflect.apply(agents.getByExternalId, agents, [id, 'x']),
  ],
  'agents.list': ['licenseId', ({ agents }, id) => Reflect.apply(agents.list, agents, [id])],
  'agents.logout': ['agentId', ({ agents }, id) => Reflect.apply(agents.logout, agents, [id])],
  'agents.setPassword': [
    'agentId',
    ({ agents }, id) => Reflect.apply(agents.setPassword, agents, [id, 'a long password']),
  ],
  'agents.delete': ['agentId', ({ agents }, id) => Reflect.apply(agents.delete, agents, [id])],
  'customers.get': ['customerId', ({ customers }, id) => Reflect.apply(customers.get, customers, [id])],
  'customers.getByExternalId': [
    'externalId',
    ({ customers }, id) => Reflect.apply(customers.getByExternalId, customers, [1, id]),
  ],
  'customers.update': [
    'customerId',
    ({ customers }, id) => Reflect.apply(customers.update, customers, [id, {}]),
  ],
  'customers.list': ['licenseId', ({ customers }, id) => Reflect.apply(customers.list, customers, [id])],
  'apps.update': ['clientId', ({ apps }, id) => Reflect.apply(apps.update, apps, [id, {}])],
  'apps.rotateSecret': ['clientId', ({ apps }, id) => Reflect.apply(apps.rotateSecret, apps, [id])],
  'apps.list': ['licenseId', ({ apps }, id) => Reflect.apply(apps.list, apps, [id])],
  'apps.remove': ['clientId', ({ apps }, id) => Reflect.apply(apps.remove, apps, [id])],
  'tokens.revoke': ['token', ({ tokens }, token) => Reflect.apply(tokens.revoke, tokens, [token])],
}

forEachStorage('options of admin', (storage) => {
  const suite = useEngine(storage)

  async function assertRefused(call: () => Promise<unknown>, detail: string): Promise<void> {
    await assert.rejects(call(), { name: 'ParleyError', ...validation(detail) })
  }

  for (const [name, [keys, call]] of Object.entries(methods)) {
    const refuses = (options: unknown, detail: string) =>
      assertRefused(() => call(suite.engine.parley.admin, options), detail)

    test(`${name} names every key that it does not know`, async () => {
      await refuses({ role: 'boss' }, `options cannot have role: its keys are ${keys}`)
      await refuses(
        { role: 1, [keys.split(',')[0] ?? '']: 1, Name: 2 },
        `options cannot have role, Name: its keys are ${keys}`,
      )
    })

    test(`${name} is refused without options, or with something else`, async () => {
      for (const options of [undefined, null, 'x', 1, []])
        await refuses(options, `options must be an object with some of ${keys}`)
      await refuses(() => ({}), 'options is not a JSON value')
    })
  }

  for (const [name, [argument, call]] of Object.entries(others)) {
    test(`${name} is refused with anything but a ${argument}`, async () => {
      const { admin } = suite.engine.parley
      const kind = argument === 'licenseId' ? 'an integer' : 'a string'
      for (const value of [undefined, null, {}, { limit: 1 }, [], true])
        await assertRefused(() => call(admin, value), `${argument} must be ${kind}`)
    })
  }

  test('an id that no storage can hold is refused', async () => {
    const { admin } = suite.engine.parley
    await assertRefused(() => admin.agents.list(2 ** 60), 'licenseId is beyond ±(2^53−1)')
    await assertRefused(() => admin.agents.list(0), 'licenseId must be at least 1')
    await assertRefused(() => admin.customers.get('\0'), 'customerId contains a NUL character')
  })

  test('a password that is none is refused', async () => {
    const { agents } = suite.engine.parley.admin
    const set = () => Reflect.apply(agents.setPassword, agents, ['nobody', 5])
    await assertRefused(set, 'password must be a string')
  })

  test('what is missing or of the wrong kind is named', async () => {
    const { admin } = suite.engine.parley
    const refusals: readonly (readonly [name: string, options: object, detail: string])[] = [
      ['licenses.create', {}, 'options.name is required'],
      ['licenses.create', { name: 'A', expiresAt: '2030-01-01' }, 'expiresAt is not a date'],
      ['licenses.create', { name: 'A', expiresAt: null }, 'expiresAt is not a date'],
      ['agents.create', { licenseId: '1' }, 'options.login is required'],
      [
        'agents.create',
        { licenseId: 1, login: 'ada b', name: 'A' },
        'options.login must be text without white space',
      ],
      [
        'agents.create',
        { licenseId: 1, login: 'ada', name: 'A', groups: [7] },
        'options.groups[0] must be an object with some of id, priority',
      ],
      [
        'agents.create',
        { licenseId: 1, login: 'ada', name: 'A', groups: [{ id: 7, priority: 'second' }] },
        'options.groups[0].priority must be one of first, normal, last',
      ],
      ['tokens.issueForAgent', { licenseId: 1, clientId: 'x' }, 'options.agentId is required'],
      [
        'tokens.issueForAgent',
        { licenseId: 1, clientId: 'x', agentId: 1 },
        'options.agentId must be a string',
      ],
      ['tokens.issueForCustomer', { licenseId: 1 }, 'options.clientId is required'],
      [
        'tokens.issueForCustomer',
        { licenseId: 1, clientId: 'x', customerId: null },
        'options.customerId must be a string',
      ],
    ]
    for (const [name, options, detail] of refusals) {
      const call = methods[name]?.[1]
      assert.ok(call)
      await assertRefused(() => call(admin, options), detail)
    }
  })

  test('a scope that does not exist is refused, of an app and of a token', async () => {
    const { admin } = suite.engine.parley
    const unknown = {
      message: /: options\.scopes\[1\] must be one of chats--all:read, .*agents-bot--all:write$/,
    }
    for (const scope of ['', 'chats:read', 'toString', '__proto__', 'CHATS--ALL:READ']) {
      const scopes = ['chats--all:read', scope]
      const app = {
        licenseId: 1,
        name: 'A',
        type: 'browser',
        visibility: 'private',
        redirectUris: [],
        scopes,
      }
      for (const [name, options] of [
        ['apps.register', app],
        ['apps.update', { scopes }],
        ['tokens.issueForAgent', { licenseId: 1, agentId: 'a', clientId: 'x', scopes }],
      ] as const) {
        const call = methods[name]?.[1](admin, options) ?? Promise.resolve()
        await assert.rejects(call, { type: 'validation', ...unknown })
      }
    }
  })

  test('nothing is made by what is refused', async () => {
    const { admin } = suite.engine.parley
    const { licenseId } = await suite.world()
    const agent = { licenseId, login: `new-${licenseId}`, name: 'New' }
    await assert.rejects(
      Reflect.apply(admin.agents.create, admin.agents, [{ ...agent, role: 'administrator' }]),
    )
    assert.equal(await admin.agents.get(agent.login), undefined)
    await admin.agents.create(agent)
  })
})
