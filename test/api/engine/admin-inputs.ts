import assert from 'node:assert/strict'
import type { Admin } from '@parley/core'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { forEachStorage } from '../../support/storages.js'

/**
 * Every method of `admin` that takes an input object, called as by a host without types, and the keys of that input.
 */
const methods: Readonly<
  Record<string, readonly [keys: string, call: (admin: Admin, options: unknown) => Promise<unknown>]>
> = {
  'licenses.create': [
    'name, plan, isInTrial, expiresAt',
    ({ licenses }, options) => Reflect.apply(licenses.create, licenses, [options]),
  ],
  'licenses.update': [
    'name, plan, isInTrial, expiresAt',
    ({ licenses }, input) => Reflect.apply(licenses.update, licenses, [999_999, input]),
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
  'apps.create': [
    'licenseId, name, type, visibility, redirectUris, scopes, requiresPkce, skipsConsent',
    ({ apps }, options) => Reflect.apply(apps.create, apps, [options]),
  ],
  'apps.update': [
    'name, visibility, redirectUris, scopes, requiresPkce, skipsConsent',
    ({ apps }, options) => Reflect.apply(apps.update, apps, ['f'.repeat(32), options]),
  ],
  'tokens.createForAgent': [
    'licenseId, clientId, agentId, scopes',
    ({ tokens }, options) => Reflect.apply(tokens.createForAgent, tokens, [options]),
  ],
  'tokens.createForCustomer': [
    'licenseId, clientId, customerId',
    ({ tokens }, options) => Reflect.apply(tokens.createForCustomer, tokens, [options]),
  ],
  'agents.getByExternalId': [
    'licenseId, externalId',
    ({ agents }, input) => Reflect.apply(agents.getByExternalId, agents, [input]),
  ],
  'agents.list': [
    'licenseId, pageId, limit',
    ({ agents }, input) => Reflect.apply(agents.list, agents, [input]),
  ],
  'agents.listDevices': [
    'agentId, pageId, limit',
    ({ agents }, input) => Reflect.apply(agents.listDevices, agents, [input]),
  ],
  'agents.update': [
    'name, externalId, email, avatar, permission, maxChatsCount, groups',
    ({ agents }, input) => Reflect.apply(agents.update, agents, ['nobody', input]),
  ],
  'customers.getByExternalId': [
    'licenseId, externalId',
    ({ customers }, input) => Reflect.apply(customers.getByExternalId, customers, [input]),
  ],
  'customers.list': [
    'licenseId, pageId, limit',
    ({ customers }, input) => Reflect.apply(customers.list, customers, [input]),
  ],
  'customers.ban': [
    'days',
    ({ customers }, input) => Reflect.apply(customers.ban, customers, ['nobody', input]),
  ],
  'apps.list': ['licenseId, pageId, limit', ({ apps }, input) => Reflect.apply(apps.list, apps, [input])],
  'tokens.list': [
    'agentId, customerId, pageId, limit',
    ({ tokens }, input) => Reflect.apply(tokens.list, tokens, [input]),
  ],
  'properties.create': [
    'licenseId, namespace, name, type, description, locations, domain, range',
    ({ properties }, input) => Reflect.apply(properties.create, properties, [input]),
  ],
  'properties.createOrReplace': [
    'licenseId, namespace, name, type, description, locations, domain, range',
    ({ properties }, input) => Reflect.apply(properties.createOrReplace, properties, [input]),
  ],
  'properties.get': [
    'licenseId, namespace, name',
    ({ properties }, input) => Reflect.apply(properties.get, properties, [input]),
  ],
  'properties.delete': [
    'licenseId, namespace, name',
    ({ properties }, input) => Reflect.apply(properties.delete, properties, [input]),
  ],
  'properties.list': [
    'licenseId, pageId, limit',
    ({ properties }, input) => Reflect.apply(properties.list, properties, [input]),
  ],
  'properties.update': [
    'description, locations, domain, range',
    ({ properties }, input) =>
      Reflect.apply(properties.update, properties, [{ licenseId: 1, namespace: 'a', name: 'b' }, input]),
  ],
  'webhooks.create': [
    'licenseId, clientId, url, secretKey, action, description, filters, additionalData, version',
    ({ webhooks }, input) => Reflect.apply(webhooks.create, webhooks, [input]),
  ],
  'webhooks.update': [
    'url, secretKey, action, description, filters, additionalData',
    ({ webhooks }, input) => Reflect.apply(webhooks.update, webhooks, ['nothing', input]),
  ],
  'webhooks.list': [
    'licenseId, clientId, pageId, limit',
    ({ webhooks }, input) => Reflect.apply(webhooks.list, webhooks, [input]),
  ],
  'webhooks.listAttempts': [
    'webhookId, pageId, limit',
    ({ webhooks }, input) => Reflect.apply(webhooks.listAttempts, webhooks, [input]),
  ],
  'webhooks.listFailedDeliveries': [
    'licenseId, webhookId, pageId, limit',
    ({ webhooks }, input) => Reflect.apply(webhooks.listFailedDeliveries, webhooks, [input]),
  ],
}

type Method = readonly [argument: string, call: (admin: Admin, value: unknown) => Promise<unknown>]

/** Every other method of `admin`, and the meaning of its first argument. */
const others: Readonly<Record<string, Method>> = {
  'licenses.get': ['licenseId', ({ licenses }, id) => Reflect.apply(licenses.get, licenses, [id])],
  'licenses.update': ['licenseId', ({ licenses }, id) => Reflect.apply(licenses.update, licenses, [id, {}])],
  'agents.get': ['agentId', ({ agents }, id) => Reflect.apply(agents.get, agents, [id])],
  'agents.update': ['agentId', ({ agents }, id) => Reflect.apply(agents.update, agents, [id, {}])],
  'agents.logOut': ['agentId', ({ agents }, id) => Reflect.apply(agents.logOut, agents, [id])],
  'agents.setPassword': [
    'agentId',
    ({ agents }, id) => Reflect.apply(agents.setPassword, agents, [id, 'a long password']),
  ],
  'agents.delete': ['agentId', ({ agents }, id) => Reflect.apply(agents.delete, agents, [id])],
  'customers.get': ['customerId', ({ customers }, id) => Reflect.apply(customers.get, customers, [id])],
  'customers.ban': [
    'customerId',
    ({ customers }, id) => Reflect.apply(customers.ban, customers, [id, { days: 1 }]),
  ],
  'customers.unban': ['customerId', ({ customers }, id) => Reflect.apply(customers.unban, customers, [id])],
  'customers.update': [
    'customerId',
    ({ customers }, id) => Reflect.apply(customers.update, customers, [id, {}]),
  ],
  'apps.get': ['clientId', ({ apps }, id) => Reflect.apply(apps.get, apps, [id])],
  'apps.update': ['clientId', ({ apps }, id) => Reflect.apply(apps.update, apps, [id, {}])],
  'apps.rotateSecret': ['clientId', ({ apps }, id) => Reflect.apply(apps.rotateSecret, apps, [id])],
  'apps.delete': ['clientId', ({ apps }, id) => Reflect.apply(apps.delete, apps, [id])],
  'tokens.revoke': ['token', ({ tokens }, token) => Reflect.apply(tokens.revoke, tokens, [token])],
  'webhooks.get': ['webhookId', ({ webhooks }, id) => Reflect.apply(webhooks.get, webhooks, [id])],
  'webhooks.update': ['webhookId', ({ webhooks }, id) => Reflect.apply(webhooks.update, webhooks, [id, {}])],
  'webhooks.delete': ['webhookId', ({ webhooks }, id) => Reflect.apply(webhooks.delete, webhooks, [id])],
  'webhooks.enable': ['webhookId', ({ webhooks }, id) => Reflect.apply(webhooks.enable, webhooks, [id])],
  'webhooks.retryDelivery': [
    'deliveryId',
    ({ webhooks }, id) => Reflect.apply(webhooks.retryDelivery, webhooks, [id]),
  ],
}

forEachStorage('inputs of admin methods', (storage) => {
  const suite = useEngine(storage)

  async function assertRefused(call: () => Promise<unknown>, detail: string): Promise<void> {
    await assert.rejects(call(), { name: 'ParleyError', ...validation(detail) })
  }

  for (const [name, [keys, call]] of Object.entries(methods)) {
    const refuses = (options: unknown, detail: string) =>
      assertRefused(() => call(suite.engine.parley.admin, options), detail)

    test(`${name} refuses unknown keys, and the error names each of them`, async () => {
      await refuses({ role: 'boss' }, `input cannot have role: its keys are ${keys}`)
      await refuses(
        { role: 1, [keys.split(',')[0] ?? '']: 1, Name: 2 },
        `input cannot have role, Name: its keys are ${keys}`,
      )
    })

    test(`${name} is refused without options, and with a value that is not an options object`, async () => {
      for (const options of [undefined, null, 'x', 1, []])
        await refuses(options, `input must be an object with some of ${keys}`)
      await refuses(() => ({}), 'input is not a JSON value')
    })
  }

  for (const [name, [argument, call]] of Object.entries(others)) {
    test(`${name} accepts only a ${argument}`, async () => {
      const { admin } = suite.engine.parley
      const kind = argument === 'licenseId' ? 'an integer' : 'a string'
      for (const value of [undefined, null, {}, { limit: 1 }, [], true])
        await assertRefused(() => call(admin, value), `${argument} must be ${kind}`)
    })
  }

  test('an id that a storage cannot hold is refused', async () => {
    const { admin } = suite.engine.parley
    await assertRefused(
      () => admin.agents.list({ licenseId: 2 ** 60 }),
      'input.licenseId is beyond ±(2^53−1)',
    )
    await assertRefused(() => admin.agents.list({ licenseId: 0 }), 'input.licenseId must be at least 1')
    await assertRefused(() => admin.customers.get('\0'), 'customerId contains a NUL character')
  })

  test('an invalid password is refused', async () => {
    const { agents } = suite.engine.parley.admin
    const set = () => Reflect.apply(agents.setPassword, agents, ['nobody', 5])
    await assertRefused(set, 'password must be a string')
  })

  test('missing and mistyped fields are refused, and the error names them', async () => {
    const { admin } = suite.engine.parley
    const refusals: readonly (readonly [name: string, options: object, detail: string])[] = [
      ['licenses.create', {}, 'input.name is required'],
      ['licenses.create', { name: 'A', expiresAt: '2030-01-01' }, 'expiresAt is not a date'],
      ['agents.create', { licenseId: '1' }, 'input.login is required'],
      [
        'agents.create',
        { licenseId: 1, login: 'ada b', name: 'A' },
        'input.login must be text without white space',
      ],
      [
        'agents.create',
        { licenseId: 1, login: 'ada', name: 'A', groups: [7] },
        'input.groups[0] must be an object with some of id, priority',
      ],
      [
        'agents.create',
        { licenseId: 1, login: 'ada', name: 'A', groups: [{ id: 7, priority: 'second' }] },
        'input.groups[0].priority must be one of first, normal, last',
      ],
      ['tokens.createForAgent', { licenseId: 1, clientId: 'x' }, 'input.agentId is required'],
      [
        'tokens.createForAgent',
        { licenseId: 1, clientId: 'x', agentId: 1 },
        'input.agentId must be a string',
      ],
      ['tokens.createForCustomer', { licenseId: 1 }, 'input.clientId is required'],
      [
        'tokens.createForCustomer',
        { licenseId: 1, clientId: 'x', customerId: null },
        'input.customerId must be a string',
      ],
    ]
    for (const [name, options, detail] of refusals) {
      const call = methods[name]?.[1]
      assert.ok(call)
      await assertRefused(() => call(admin, options), detail)
    }
  })

  test('an unknown scope is refused, both for an app and for a token', async () => {
    const { admin } = suite.engine.parley
    const unknown = {
      message: /: input\.scopes\[1\] must be one of chats--all:read, .*agents-bot--all:write$/,
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
        ['apps.create', app],
        ['apps.update', { scopes }],
        ['tokens.createForAgent', { licenseId: 1, agentId: 'a', clientId: 'x', scopes }],
      ] as const) {
        const call = methods[name]?.[1](admin, options) ?? Promise.resolve()
        await assert.rejects(call, { type: 'validation', ...unknown })
      }
    }
  })

  test('a refused admin call creates nothing', async () => {
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
