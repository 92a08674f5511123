import assert from 'node:assert/strict'
import { newCustomer } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function factoryCases(cases: StorageCases): void {
  // Registers the same case twice. The second run passes only when nothing of the first is left.
  for (const run of ['first', 'second']) {
    cases.add(`gives each case an empty storage (${run} run)`, async ({ read, write, license }) => {
      assert.deepEqual(await read.licenses.list(10), [license])
      assert.deepEqual(await read.customers.list(license.id, 10), [])
      await write((tx) => tx.customers.insert(newCustomer(license, 'customer')))
    })
  }
}
