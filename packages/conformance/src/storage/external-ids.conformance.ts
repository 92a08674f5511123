import assert from 'node:assert/strict'
import type { License, StorageReads, StorageTransaction } from '@parley/core/storage'
import { newAgent, newCustomer, newLicense } from './fixtures.js'
import type { StorageCases } from './suite.js'

interface Holder {
  readonly id: string
  readonly licenseId: number
  readonly externalId: string | null
}

interface Kind {
  readonly insert: (
    tx: StorageTransaction,
    license: License,
    id: string,
    externalId: string | null,
  ) => Promise<string>
  readonly store: (stores: Pick<StorageReads, 'agents' | 'customers'>) => {
    get(id: string): Promise<Holder | undefined>
    getByExternalId(licenseId: number, externalId: string): Promise<Holder | undefined>
  }
  readonly set: (tx: StorageTransaction, holder: Holder, externalId: string | null) => Promise<string>
}

const kinds: Readonly<Record<'agent' | 'customer', Kind>> = {
  agent: {
    insert: (tx, license, id, externalId) => tx.agents.insert(newAgent(license, id, { externalId })),
    store: ({ agents }) => agents,
    set: (tx, holder, externalId) => tx.agents.setExternalId(holder, externalId),
  },
  customer: {
    insert: (tx, license, id, externalId) => tx.customers.insert(newCustomer(license, id, { externalId })),
    store: ({ customers }) => customers,
    set: (tx, holder, externalId) => tx.customers.setExternalId(holder, externalId),
  },
}

export function externalIdCases(cases: StorageCases): void {
  for (const [name, kind] of Object.entries(kinds)) kindCases(cases, name, kind)
  removedCases(cases)
}

function kindCases(cases: StorageCases, name: string, { insert, store, set }: Kind): void {
  cases.add(`finds an ${name} by its external id, exactly, within its license`, async (context) => {
    const { read, write, license } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    for (const externalId of ['user-7', 'USER-7', 'zo\u00e9', 'zoe\u0301', ' ', '\u{1f600}'.repeat(256)]) {
      const id = `of ${externalId}`
      assert.equal(await write((tx) => insert(tx, license, id, externalId)), 'inserted')
      assert.equal((await store(read).getByExternalId(license.id, externalId))?.id, id)
      assert.equal(await store(read).getByExternalId(other.id, externalId), undefined)
    }
    assert.equal(await store(read).getByExternalId(license.id, 'User-7'), undefined)
    assert.equal(await write((tx) => insert(tx, other, 'elsewhere', 'user-7')), 'inserted')
  })

  cases.add(
    `refuses an external id that an ${name} of the license has, and writes nothing`,
    async (context) => {
      const { read, write, license } = context
      await write((tx) => insert(tx, license, 'first', 'user-7'))
      await write(async (tx) => {
        assert.equal(await insert(tx, license, 'second', 'user-7'), 'duplicate')
        assert.equal(await store(tx).get('second'), undefined)
        assert.equal(await insert(tx, license, 'third', null), 'inserted')
        assert.equal(await insert(tx, license, 'fourth', null), 'inserted')
      })
      const third = await store(read).get('third')
      assert.ok(third)
      assert.equal(await write((tx) => set(tx, third, 'user-7')), 'duplicate')
      assert.deepEqual(await store(read).get('third'), third)
    },
  )

  cases.add(`changes the external id of an ${name}, and nothing else`, async (context) => {
    const { read, write, license } = context
    await write((tx) => insert(tx, license, 'first', 'user-7'))
    const first: Holder | undefined = await store(read).get('first')
    assert.ok(first)
    for (const externalId of ['user-7', 'user-8', null]) {
      const written: string = await write((tx) => set(tx, first, externalId))
      assert.equal(written, 'written')
      assert.deepEqual(await store(read).get('first'), { ...first, externalId })
    }
    assert.equal(await write((tx) => insert(tx, license, 'second', 'user-7')), 'inserted')
  })

  cases.add(`gives an external id to one of the ${name}s inserted at the same time`, async (context) => {
    const { read, write, license } = context
    const ids = Array.from({ length: 8 }, (_, n) => `${name}-${n}`)
    const results = await Promise.all(ids.map((id) => write((tx) => insert(tx, license, id, 'user-7'))))
    assert.equal(results.filter((result) => result === 'inserted').length, 1)
    const holder = await store(read).getByExternalId(license.id, 'user-7')
    assert.equal(holder?.id, ids[results.indexOf('inserted')])
  })
}

function removedCases(cases: StorageCases): void {
  cases.add('frees the external id of a removed agent', async ({ read, write, license }) => {
    const agent = newAgent(license, 'agent', { externalId: 'user-7' })
    await write((tx) => tx.agents.insert(agent))
    assert.deepEqual(await write((tx) => tx.agents.remove('agent', 9_000)), agent)
    assert.equal(await read.agents.getByExternalId(license.id, 'user-7'), undefined)
    const other = newAgent(license, 'other', { externalId: 'user-7' })
    assert.equal(await write((tx) => tx.agents.insert(other)), 'inserted')
    assert.equal(await write((tx) => tx.agents.insert(agent)), 'duplicate')
    assert.equal(await write((tx) => tx.agents.insert({ ...agent, externalId: 'user-8' })), 'inserted')
    assert.deepEqual(await read.agents.getByExternalId(license.id, 'user-7'), other)
  })
}
