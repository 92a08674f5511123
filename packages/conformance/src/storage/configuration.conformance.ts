import assert from 'node:assert/strict'
import type { AutoChatScopes, NamedProperty, PropertyDefinition } from '@parley/core/storage'
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

function autoScopes(id: string, values: Partial<AutoChatScopes> = {}): AutoChatScopes {
  const rules = {
    chatProperties: [{ namespace: 'a', name: 'b', type: 'exists', exists: true }],
    customerUrl: { type: 'values', values: [{ value: 'https://example.com/ä?"', isExact: true }] },
  } as const
  return { id, description: null, groups: [7], rules, ...values }
}

export function configurationCases(cases: StorageCases): void {
  propertyCases(cases)
  manyPropertiesCases(cases)
  autoScopesCases(cases)
  revisionCases(cases)
  lockCases(cases)
}

function propertyCases(cases: StorageCases): void {
  cases.add('is empty, at revision 0, while nothing was configured', async ({ read, license }) => {
    const expected = { revision: 0, properties: [], autoChatScopes: [], webhooks: [] }
    assert.deepEqual(await read.configuration.get(license.id), expected)
  })

  cases.add('answers undefined for an unknown license', async ({ read, write, license }) => {
    assert.equal(await read.configuration.get(license.id + 1), undefined)
    assert.equal(await write((tx) => tx.configuration.lock(license.id + 1)), false)
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
      for (const property of given) await tx.configuration.putProperties(license.id, [property])
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
      autoChatScopes: [],
      webhooks: [],
    })
  })

  cases.add('replaces a definition in that license and in no other', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    for (const { id } of [license, other]) {
      await write((tx) => tx.configuration.putProperties(id, [named('a', 'b')]))
    }
    await write((tx) => tx.configuration.putProperties(license.id, [named('a', 'b', rating)]))
    assert.deepEqual((await read.configuration.get(license.id))?.properties, [named('a', 'b', rating)])
    assert.deepEqual((await read.configuration.get(other.id))?.properties, [named('a', 'b')])
  })
}

function manyPropertiesCases(cases: StorageCases): void {
  cases.add('puts several definitions, new ones and others, as one change', async (context) => {
    const { read, write, license } = context
    const put = (...properties: readonly NamedProperty[]) =>
      write((tx) => tx.configuration.putProperties(license.id, properties))
    assert.equal(await put(named('a', 'kept'), named('a', 'other')), 1)
    assert.equal(await put(named('b', 'ä "x"', rating), named('a', 'other', rating), named('a', 'new')), 2)
    assert.deepEqual((await read.configuration.get(license.id))?.properties, [
      named('a', 'kept'),
      named('a', 'new'),
      named('a', 'other', rating),
      named('b', 'ä "x"', rating),
    ])
  })

  cases.add('puts a thousand definitions', async ({ read, write, license }) => {
    const given = upTo(1_000).map((number) => named('a', `${number}`.padStart(4, '0'), rating))
    await write((tx) => tx.configuration.putProperties(license.id, given))
    assert.deepEqual((await read.configuration.get(license.id))?.properties, given)
  })
}

function autoScopesCases(cases: StorageCases): void {
  cases.add('answers automatic chat scopes as they were added, by id', async ({ read, write, license }) => {
    const plain = { rules: { chatProperties: [], customerUrl: null }, description: 'Für "alle" 漢字' }
    const given = [autoScopes('2'), autoScopes('10', plain), autoScopes('1', { groups: [3, 1, 2] })]
    await write(async (tx) => {
      for (const one of given) await tx.configuration.addAutoChatScopes(license.id, one)
    })
    const [two, ten, one] = given
    const stored = await read.configuration.get(license.id)
    assert.deepEqual(stored, { revision: 3, properties: [], autoChatScopes: [one, ten, two], webhooks: [] })
  })

  cases.add('removes automatic chat scopes of that license only', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    const add = (id: string) => write((tx) => tx.configuration.addAutoChatScopes(license.id, autoScopes(id)))
    const remove = (licenseId: number, id: string) =>
      write((tx) => tx.configuration.removeAutoChatScopes(licenseId, id))
    assert.equal(await add('a'), 1)
    assert.equal(await add('b'), 2)
    assert.equal(await remove(other.id, 'a'), undefined)
    assert.equal(await remove(license.id, 'c'), undefined)
    assert.equal(await remove(license.id, 'a'), 3)
    assert.equal(await remove(license.id, 'a'), undefined)
    assert.deepEqual((await read.configuration.get(license.id))?.autoChatScopes, [autoScopes('b')])
    assert.equal((await read.configuration.get(other.id))?.revision, 0)
  })

  cases.add('keeps properties and automatic chat scopes apart', async ({ read, write, license }) => {
    await write(async (tx) => {
      await tx.configuration.addAutoChatScopes(license.id, autoScopes('a'))
      await tx.configuration.putProperties(license.id, [named('a', 'b')])
    })
    const stored = await read.configuration.get(license.id)
    assert.deepEqual(stored, {
      revision: 2,
      properties: [named('a', 'b')],
      autoChatScopes: [autoScopes('a')],
      webhooks: [],
    })
  })
}

function revisionCases(cases: StorageCases): void {
  cases.add('answers the revision after each change, and counts only real changes', async (context) => {
    const { read, write, license } = context
    const put = () => write((tx) => tx.configuration.putProperties(license.id, [named('a', 'b')]))
    const remove = (name: string) => write((tx) => tx.configuration.removeProperty(license.id, 'a', name))
    assert.equal(await put(), 1)
    assert.equal(await put(), 2)
    assert.equal(await remove('other'), undefined)
    assert.equal(await remove('b'), 3)
    assert.equal(await remove('b'), undefined)
    const expected = { revision: 3, properties: [], autoChatScopes: [], webhooks: [] }
    assert.deepEqual(await read.configuration.get(license.id), expected)
  })

  cases.add('removes a property of that license only', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    await write((tx) => tx.configuration.putProperties(other.id, [named('a', 'b')]))
    assert.equal(await write((tx) => tx.configuration.removeProperty(license.id, 'a', 'b')), undefined)
    assert.equal((await read.configuration.get(other.id))?.revision, 1)
  })

  cases.add('a transaction sees its own changes, and failed work leaves none', async (context) => {
    const { read, write, license } = context
    const work = write(async (tx) => {
      await tx.configuration.putProperties(license.id, [named('a', 'b')])
      assert.deepEqual(await tx.configuration.get(license.id), {
        revision: 1,
        properties: [named('a', 'b')],
        autoChatScopes: [],
        webhooks: [],
      })
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.equal((await read.configuration.get(license.id))?.revision, 0)
  })
}

function lockCases(cases: StorageCases): void {
  cases.add('lists the properties of one license only', async ({ read, write, license }) => {
    await write((tx) => tx.configuration.putProperties(license.id, [named('b', 'a'), named('a', 'b')]))
    assert.deepEqual(await read.configuration.listProperties(license.id), [named('a', 'b'), named('b', 'a')])
    assert.deepEqual(await read.configuration.listProperties(license.id + 1), [])
  })

  cases.add('answers the size of the stored configuration', async ({ read, write, license }) => {
    const usage = () => read.configuration.getUsage(license.id)
    assert.deepEqual(await usage(), { bytes: 0, autoChatScopesCount: 0 })
    await write((tx) => tx.configuration.putProperties(license.id, [named('a', 'b')]))
    const { bytes } = await usage()
    assert.equal(bytes, Buffer.byteLength(JSON.stringify(named('a', 'b').definition)))
    const description = 'ä'.repeat(1_000)
    await write((tx) => tx.configuration.addAutoChatScopes(license.id, { ...autoScopes('a'), description }))
    const more = await usage()
    assert.equal(more.autoChatScopesCount, 1)
    assert.ok(more.bytes >= bytes + 2_000)
    assert.deepEqual(await read.configuration.getUsage(license.id + 1), { bytes: 0, autoChatScopesCount: 0 })
  })

  cases.add('the lock serializes decisions about the configuration', async (context) => {
    const { read, write, license } = context
    const putNext = () =>
      write(async (tx) => {
        assert.equal(await tx.configuration.lock(license.id), true)
        const locked = await tx.configuration.get(license.id)
        const count = locked?.properties.length ?? 0
        assert.equal(locked?.revision, count)
        return tx.configuration.putProperties(license.id, [named('a', `${count}`.padStart(2, '0'))])
      })
    const revisions = await Promise.all(upTo(20).map(putNext))
    assert.deepEqual(
      revisions.sort((left, right) => left - right),
      upTo(20),
    )
    assert.equal((await read.configuration.get(license.id))?.properties.length, 20)
  })
}
