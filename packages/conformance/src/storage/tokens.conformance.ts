import assert from 'node:assert/strict'
import { inGroups, newAgent, newApp, newCustomer, newLicense, newToken } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

export function tokenCases(cases: StorageCases): void {
  identityCases(cases)
  loginCases(cases)
  unidentifiedCases(cases)
  listCases(cases)
}

function listCases(cases: StorageCases): void {
  cases.add('lists the tokens of one agent or customer, the newest first', async (context) => {
    const { read, write, license } = context
    const token = (hash: string, createdAt: number, entityId = 'agent') =>
      newToken(license, hash, { createdAt, entityId })
    const [oldest, newest, left, right] = [token('d', 1), token('a', 3), token('b', 2), token('c', 2)]
    await write((tx) => tx.tokens.insert([oldest, newest, left, right, token('e', 2, 'other')]))
    assert.deepEqual(await read.tokens.listByEntity('agent', 10), [newest, right, left, oldest])
    assert.deepEqual(await read.tokens.listByEntity('agent', 2), [newest, right])
    assert.deepEqual(await read.tokens.listByEntity('agent', 2, right), [left, oldest])
    assert.deepEqual(await read.tokens.listByEntity('agent', 2, oldest), [])
    assert.deepEqual(await read.tokens.listByEntity('nobody', 2), [])
  })
}

function identityCases(cases: StorageCases): void {
  cases.add('identifies the agent of an access and of a refresh token', async (context) => {
    const { read, write, license } = context
    const agent = newAgent(license, 'agent', { permission: 'administrator', groups: inGroups(0, 7) })
    const refresh = newToken(license, 'refresh', { kind: 'refresh', expiresAt: null })
    const access = newToken(license, 'access', {
      scopes: ['chats.conversation--my:write'],
      refreshHash: 'refresh',
    })
    await write(async (tx) => {
      await tx.agents.insert(agent)
      await tx.tokens.insert([refresh, access])
    })
    const bearer = { kind: 'agent', permission: 'administrator', groups: [0, 7] }
    const licenseExpiresAt = license.expiresAt
    assert.deepEqual(await read.tokens.identify('access'), {
      token: access,
      licenseExpiresAt,
      appType: null,
      bearer,
    })
    assert.deepEqual(await read.tokens.identify('refresh'), {
      token: refresh,
      licenseExpiresAt,
      appType: null,
      bearer,
    })
  })

  cases.add('identifies the customer of a customer token', async ({ read, write }) => {
    const license = await write((tx) => tx.licenses.insert(newLicense({ expiresAt: 9_000 })))
    const customer = newCustomer(license, 'customer', { bannedUntil: 5_000 })
    const token = newToken(license, 'hash', { kind: 'customer', entityId: 'customer' })
    await write(async (tx) => {
      await tx.customers.insert(customer)
      await tx.tokens.insert([token])
    })
    const bearer = { kind: 'customer', bannedUntil: 5_000 }
    assert.deepEqual(await read.tokens.identify('hash'), {
      token,
      licenseExpiresAt: 9_000,
      appType: null,
      bearer,
    })
  })

  cases.add('identifies the type of the app whose token it is', async ({ read, write, license }) => {
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      for (const type of ['server', 'browser'] as const) {
        await tx.apps.insert(newApp(license, `${type} app`, { type }))
        await tx.tokens.insert([newToken(license, `${type} token`, { clientId: `${type} app` })])
      }
    })
    assert.equal((await read.tokens.identify('server token'))?.appType, 'server')
    assert.equal((await read.tokens.identify('browser token'))?.appType, 'browser')
  })

  cases.add('does not take an agent for a customer of the same id, nor the reverse', async (context) => {
    const { write, license } = context
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'an agent'))
      await tx.customers.insert(newCustomer(license, 'a customer'))
      await tx.tokens.insert([
        newToken(license, 'one', { kind: 'customer', entityId: 'an agent' }),
        newToken(license, 'two', { kind: 'access', entityId: 'a customer' }),
      ])
    })
    await assertUnidentified(context, ['one', 'two'])
  })
}

function loginCases(cases: StorageCases): void {
  cases.add('identifies an agent who logs in, with the license', async ({ read, write }) => {
    const values = { name: 'Shop', plan: 'gold', isInTrial: true, createdAt: 1_000, expiresAt: 9_000 }
    const license = await write((tx) => tx.licenses.insert(newLicense(values)))
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent', { groups: inGroups(0, 7) }))
      await tx.tokens.insert([newToken(license, 'hash')])
    })
    const identity = await read.tokens.identify('hash')
    assert.deepEqual(await read.tokens.identifyLogin('hash'), {
      identity,
      arriving: { kind: 'agent', license },
    })
  })

  cases.add('identifies a customer who logs in, as stored', async ({ read, write, license }) => {
    const visitor = {
      currentVisit: {
        startedAt: 5,
        lastPageAt: 6,
        pages: [{ startedAt: 5, url: 'https://a/', title: null }],
      },
      ...{ visitCount: 1, pageViewCount: 1, lastVisitAt: 5, referrer: null, timezone: 'UTC' },
      ...{ ip: '127.0.0.1', geolocation: null, userAgent: 'agent' },
    }
    const known = newCustomer(license, 'known', {
      ...{ name: 'Kim', email: 'kim@example.com', fields: { plan: 'gold' }, visitor },
      ...{ bannedUntil: 5_000, createdAt: 77 },
    })
    const unknown = newCustomer(license, 'unknown', { name: null, email: null, visitor: null })
    for (const customer of [known, unknown]) {
      const token = newToken(license, `of ${customer.id}`, { kind: 'customer', entityId: customer.id })
      await write(async (tx) => {
        await tx.customers.insert(customer)
        await tx.tokens.insert([token])
      })
      const identity = await read.tokens.identify(token.hash)
      assert.deepEqual(await read.tokens.identifyLogin(token.hash), {
        identity,
        arriving: { kind: 'customer', customer },
      })
    }
  })
}

function unidentifiedCases(cases: StorageCases): void {
  cases.add('answers undefined for an unknown hash', async (context) => {
    await assertUnidentified(context, ['unknown'])
  })

  cases.add('answers undefined when the license, agent or customer is gone', async (context) => {
    const { write, license } = context
    const gone = { ...license, id: license.id + 1_000 }
    await write(async (tx) => {
      await tx.customers.insert(newCustomer(gone, 'customer'))
      await tx.tokens.insert([
        newToken(gone, 'license', { kind: 'customer', entityId: 'customer' }),
        newToken(license, 'agent', { entityId: 'nobody' }),
        newToken(license, 'customer', { kind: 'customer', entityId: 'nobody' }),
      ])
    })
    await assertUnidentified(context, ['license', 'agent', 'customer'])
  })

  cases.add('does not identify an agent or customer of another license', async (context) => {
    const { write, license } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    await write(async (tx) => {
      await tx.agents.insert(newAgent(other, 'agent'))
      await tx.customers.insert(newCustomer(other, 'customer'))
      await tx.tokens.insert([
        newToken(license, 'of an agent'),
        newToken(license, 'of a customer', { kind: 'customer', entityId: 'customer' }),
      ])
    })
    await assertUnidentified(context, ['of an agent', 'of a customer'])
  })
}

async function assertUnidentified({ read }: StorageContext, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    assert.equal(await read.tokens.identify(hash), undefined)
    assert.equal(await read.tokens.identifyLogin(hash), undefined)
  }
}
