import assert from 'node:assert/strict'
import type { StorageCases } from './suite.js'

export function secretCases(cases: StorageCases): void {
  cases.add('answers undefined for an unknown secret', async ({ read }) => {
    assert.equal(await read.secrets.get('unknown'), undefined)
  })

  cases.add('keeps the first value of a name, and answers it to all', async ({ read, write }) => {
    assert.equal(await write((tx) => tx.secrets.getOrCreate('name', 'first')), 'first')
    assert.equal(await write((tx) => tx.secrets.getOrCreate('name', 'second')), 'first')
    assert.equal(await write((tx) => tx.secrets.getOrCreate('other', 'third')), 'third')
    assert.equal(await read.secrets.get('name'), 'first')
    assert.equal(await write((tx) => tx.secrets.get('other')), 'third')
  })

  cases.add('concurrent creations of a secret all get the same value', async ({ read, write }) => {
    const values = ['one', 'two', 'three', 'four']
    const answered = await Promise.all(
      values.map((value) => write((tx) => tx.secrets.getOrCreate('name', value))),
    )
    assert.deepEqual(new Set(answered), new Set([await read.secrets.get('name')]))
  })

  cases.addIf(
    'concurrentNodes',
    'creations on several nodes get the same value',
    async ({ storage, another }) => {
      const nodes = [storage, await another()]
      const answered = await Promise.all(
        nodes.map((node, n) => node.transaction((tx) => tx.secrets.getOrCreate('name', `value-${n}`))),
      )
      assert.equal(new Set(answered).size, 1)
    },
  )

  cases.addIf('persistence', 'a secret is there after closing and opening again', async (context) => {
    const { storage, write, another } = context
    await write((tx) => tx.secrets.getOrCreate('name', 'value'))
    await storage.close()
    const reopened = await another()
    assert.equal(await reopened.read.secrets.get('name'), 'value')
  })
}
