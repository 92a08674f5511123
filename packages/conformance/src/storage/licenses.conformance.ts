import assert from 'node:assert/strict'
import { newLicense } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function licenseCases(cases: StorageCases): void {
  cases.add('allocates a positive id and answers what it stored', async ({ read, write }) => {
    const values = newLicense({ name: 'Globex', plan: 'chat', isInTrial: true, expiresAt: 1_767_225_600_123 })
    const license = await write((tx) => tx.licenses.insert(values))
    assert.ok(Number.isInteger(license.id) && license.id > 0)
    assert.deepEqual(license, { id: license.id, ...values })
    assert.deepEqual(await read.licenses.get(license.id), license)
  })

  cases.add('allocates ascending ids', async ({ write }) => {
    const first = await write((tx) => tx.licenses.insert(newLicense()))
    const second = await write((tx) => tx.licenses.insert(newLicense()))
    assert.ok(second.id > first.id)
  })

  cases.add('changes the given fields of a license, and no others', async ({ read, write, license }) => {
    for (const expiresAt of [1_767_225_600_000, null]) {
      const after = await write((tx) => tx.licenses.update(license.id, { expiresAt }))
      assert.deepEqual(after, { ...license, expiresAt })
      assert.deepEqual(await read.licenses.get(license.id), after)
    }
    const changes = { name: 'Renamed', plan: 'enterprise', isInTrial: !license.isInTrial }
    await write((tx) => tx.licenses.update(license.id, changes))
    assert.deepEqual(await read.licenses.get(license.id), { ...license, ...changes, expiresAt: null })
    await write((tx) => tx.licenses.update(license.id, {}))
    assert.deepEqual(await read.licenses.get(license.id), { ...license, ...changes, expiresAt: null })
    assert.equal(await write((tx) => tx.licenses.update(license.id + 1, { expiresAt: 1 })), undefined)
  })

  cases.add('answers undefined for an unknown id', async ({ read, license }) => {
    assert.equal(await read.licenses.get(license.id + 1_000), undefined)
  })

  cases.add(
    'lists by ascending id, after one, at most as many as asked for',
    async ({ read, write, license }) => {
      const second = await write((tx) => tx.licenses.insert(newLicense({ name: 'A' })))
      const third = await write((tx) => tx.licenses.insert(newLicense({ name: 'B' })))
      assert.deepEqual(await read.licenses.list(10), [license, second, third])
      assert.deepEqual(await read.licenses.list(2), [license, second])
      assert.deepEqual(await read.licenses.list(2, license.id), [second, third])
      assert.deepEqual(await read.licenses.list(1, license.id), [second])
      assert.deepEqual(await read.licenses.list(2, third.id), [])
    },
  )

  cases.addIf('persistence', 'never reuses an id, also after it was opened again', async (context) => {
    const { storage, license } = context
    await storage.close()
    const reopened = await context.another()
    const next = await reopened.transaction((tx) => tx.licenses.insert(newLicense()))
    assert.ok(next.id > license.id)
  })
}
