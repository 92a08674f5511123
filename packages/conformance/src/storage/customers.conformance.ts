import assert from 'node:assert/strict'
import type { Customer } from '@parley/core/storage'
import { newCustomer } from './fixtures.js'
import type { StorageCases } from './suite.js'

const details: Pick<Customer, 'name' | 'email' | 'fields' | 'visitor'> = {
  name: 'Ada',
  email: 'ada@example.com',
  fields: { plan: 'gold', empty: '' },
  visitor: {
    currentVisit: {
      startedAt: 1_767_225_600_000,
      lastPageAt: 1_767_225_600_500,
      pages: [{ startedAt: 1_767_225_600_000, url: 'https://example.com/?q=1', title: null }],
    },
    visitCount: 2,
    pageViewCount: 5,
    lastVisitAt: null,
    referrer: 'https://example.org',
    timezone: 'Europe/Warsaw',
    ip: '203.0.113.7',
    geolocation: { country: 'Italy', countryCode: 'IT', city: 'Rome', timezone: 'Europe/Rome' },
    userAgent: null,
  },
}

export function customerCases(cases: StorageCases): void {
  storingCases(cases)
  changingCases(cases)
}

function storingCases(cases: StorageCases): void {
  cases.add('answers every field as it was stored', async ({ read, write, license }) => {
    const plain = newCustomer(license, 'plain', { name: null })
    const full = newCustomer(license, 'full', { ...details, threadCount: 3, bannedUntil: 1_767_225_600_001 })
    for (const customer of [plain, full]) {
      await write((tx) => tx.customers.insert(customer))
      assert.deepEqual(await read.customers.get(customer.id), customer)
    }
  })

  cases.add('answers undefined for an unknown id', async ({ read, write }) => {
    assert.equal(await read.customers.get('nobody'), undefined)
    assert.equal(await write((tx) => tx.customers.lock('nobody')), undefined)
  })

  cases.add('rejects a second customer with the same id', async ({ read, write, license }) => {
    const customer = newCustomer(license, 'customer')
    await write((tx) => tx.customers.insert(customer))
    await assert.rejects(write((tx) => tx.customers.insert({ ...customer, name: 'Second' })))
    assert.deepEqual(await read.customers.get('customer'), customer)
  })

  cases.add('lists a license newest first, with a limit', async ({ read, write, license }) => {
    for (const [id, createdAt] of [
      ['a', 1_000],
      ['b', 3_000],
      ['c', 2_000],
    ] as const) {
      await write((tx) => tx.customers.insert(newCustomer(license, id, { createdAt })))
    }
    assert.deepEqual(
      (await read.customers.list(license.id, 10)).map(({ id }) => id),
      ['b', 'c', 'a'],
    )
    assert.deepEqual(
      (await read.customers.list(license.id, 1)).map(({ id }) => id),
      ['b'],
    )
    assert.deepEqual(await read.customers.list(license.id + 1, 10), [])
  })

  cases.add('continues the list of a license after a customer', async ({ read, write, license }) => {
    for (const [id, createdAt] of [
      ['a', 2_000],
      ['b', 2_000],
      ['c', 1_000],
      ['d', 3_000],
    ] as const) {
      await write((tx) => tx.customers.insert(newCustomer(license, id, { createdAt })))
    }
    const after = async (id: string, createdAt: number, limit = 10) =>
      (await read.customers.list(license.id, limit, { id, createdAt })).map((customer) => customer.id)
    assert.deepEqual(await after('d', 3_000), ['b', 'a', 'c'])
    assert.deepEqual(await after('b', 2_000), ['a', 'c'])
    assert.deepEqual(await after('b', 2_000, 1), ['a'])
    assert.deepEqual(await after('gone', 1_500), ['c'])
    assert.deepEqual(await after('c', 1_000), [])
  })
}

function changingCases(cases: StorageCases): void {
  cases.add('writes details and leaves the other fields as they are', async ({ read, write, license }) => {
    const customer = newCustomer(license, 'customer', { bannedUntil: 5_000, threadCount: 1 })
    await write((tx) => tx.customers.insert(customer))
    const changed = { ...customer, ...details, threadCount: 9, bannedUntil: null, createdAt: 9 }
    await write((tx) => tx.customers.updateDetails(changed))
    assert.deepEqual(await read.customers.get('customer'), { ...customer, ...details })
    await write((tx) => tx.customers.updateDetails(customer))
    assert.deepEqual(await read.customers.get('customer'), customer)
  })

  cases.add('sets and lifts a ban, and writes nothing else', async (context) => {
    const { read, write, license } = context
    const customer = newCustomer(license, 'customer', { ...details, threadCount: 1 })
    await write((tx) => tx.customers.insert(customer))
    for (const bannedUntil of [1_767_225_600_001, 9_007_199_254_740_991, 5_000, null]) {
      assert.equal(await write((tx) => tx.customers.setBannedUntil('customer', bannedUntil)), true)
      assert.deepEqual(await read.customers.get('customer'), { ...customer, bannedUntil })
    }
    assert.equal(await write((tx) => tx.customers.setBannedUntil('nobody', 5_000)), false)
    assert.equal(await read.customers.get('nobody'), undefined)
  })

  cases.add('locks: concurrent changes of one customer all take effect', async ({ read, write, license }) => {
    await write((tx) => tx.customers.insert(newCustomer(license, 'customer', { fields: { n: '0' } })))
    const increment = () =>
      write(async (tx) => {
        const customer = await tx.customers.lock('customer')
        assert.ok(customer)
        const n = String(Number(customer.fields.n) + 1)
        await tx.customers.updateDetails({ ...customer, fields: { n } })
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    assert.deepEqual((await read.customers.get('customer'))?.fields, { n: '20' })
  })
}
