import assert from 'node:assert/strict'
import type { NamedProperty, PropertyDefinition } from '@parley/core/ports'
import { newLicense, upTo } from './fixtures.js'
import type { StorageCases } from './suite.js'

const rating: PropertyDefinition = {
  type: 'int',
  locations: {
    thread: { agent: { read: true, write: false }, customer: { read: true, write: true } },
    event: { agent: { read: true, write: true } },
  },
  domain: [1, 2, 3],
  range: { from: -2_147_483_648, to: 2_147_483_647 },
}
const comment: PropertyDefinition = { type: 'string', locations: {}, domain: ['ä "b"', '漢字'] }

function named(namespace: string, name: string, definition = comment): NamedProperty {
  return { namespace, name, definition }
}

export function configurationCases(cases: StorageCases): void {
  propertyCases(cases)
  revisionCases(cases)
  lockCases(cases)
}

function propertyCases(cases: StorageCases): void {
  cases.add('is empty, at revision 0, while nothing was configured', async ({ read, license }) => {
    assert.deepEqual(await read.configuration.get(license.id), { revision: 0, properties: [] })
  })

  cases.add('answers undefined for an unknown license', async ({ read, write, license }) => {
    assert.equal(await read.configuration.get(license.id + 1), undefined)
    assert.equal(await write((tx) => tx.configuration.lock(license.id + 1)), undefined)
  })

  cases.add('answers each definition as it was put, by namespace and name', async (context) => {
    const { read, write, license } = context
    const given = [
      named('b', 'a', rating),
      named('a', 'b'),
      named('a', 'B'),
      named('a-b', ''),
      named('a', 'ab', rating),
    ]
    await write(async (tx) => {
      for (const property of given) await tx.configuration.putProperty(license.id, property)
    })
    assert.deepEqual(await read.configuration.get(license.id), {
      revision: 5,
      properties: [
        named('a', 'B'),
        named('a', 'ab', rating),
        named('a', 'b'),
        named('a-b', ''),
        named('b', 'a', rating),
      ],
    })
  })

  cases.add('replaces a definition in that license and in no other', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    for (const { id } of [license, other]) {
      await write((tx) => tx.configuration.putProperty(id, named('a', 'b')))
    }
    await write((tx) => tx.configuration.putProperty(license.id, named('a', 'b', rating)))
    assert.deepEqual((await read.configuration.get(license.id))?.properties, [named('a', 'b', rating)])
    assert.deepEqual((await read.configuration.get(other.id))?.properties, [named('a', 'b')])
  })
}

function revisionCases(cases: StorageCases): void {
  cases.add('answers the revision after each change, and counts no change of nothing', async (context) => {
    const { read, write, license } = context
    const put = () => write((tx) => tx.configuration.putProperty(license.id, named('a', 'b')))
    const remove = (name: string) => write((tx) => tx.configuration.removeProperty(license.id, 'a', name))
    assert.equal(await put(), 1)
    assert.equal(await put(), 2)
    assert.equal(await remove('other'), undefined)
    assert.equal(await remove('b'), 3)
    assert.equal(await remove('b'), undefined)
    assert.deepEqual(await read.configuration.get(license.id), { revision: 3, properties: [] })
  })

  cases.add('removes a property of that license only', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    await write((tx) => tx.configuration.putProperty(other.id, named('a', 'b')))
    assert.equal(await write((tx) => tx.configuration.removeProperty(license.id, 'a', 'b')), undefined)
    assert.equal((await read.configuration.get(other.id))?.revision, 1)
  })

  cases.add('a transaction sees its own changes, and failed work leaves none', async (context) => {
    const { read, write, license } = context
    const work = write(async (tx) => {
      await tx.configuration.putProperty(license.id, named('a', 'b'))
      assert.deepEqual(await tx.configuration.get(license.id), {
        revision: 1,
        properties: [named('a', 'b')],
      })
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.equal((await read.configuration.get(license.id))?.revision, 0)
  })
}

function lockCases(cases: StorageCases): void {
  cases.add('the lock answers what is configured', async ({ write, license }) => {
    await write((tx) => tx.configuration.putProperty(license.id, named('a', 'b')))
    const locked = await write((tx) => tx.configuration.lock(license.id))
    assert.deepEqual(locked, { revision: 1, properties: [named('a', 'b')] })
  })

  cases.add('the lock lets decisions on what is configured go one after the other', async (context) => {
    const { read, write, license } = context
    const putNext = () =>
      write(async (tx) => {
        const locked = await tx.configuration.lock(license.id)
        const count = locked?.properties.length ?? 0
        assert.equal(locked?.revision, count)
        return tx.configuration.putProperty(license.id, named('a', `${count}`.padStart(2, '0')))
      })
    const revisions = await Promise.all(upTo(20).map(putNext))
    assert.deepEqual(
      revisions.sort((left, right) => left - right),
      upTo(20),
    )
    assert.equal((await read.configuration.get(license.id))?.properties.length, 20)
  })
}
