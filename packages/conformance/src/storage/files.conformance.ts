import assert from 'node:assert/strict'
import type { FileDetails, NewFile, StoredFile } from '@parley/core/storage'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const details: FileDetails = {
  name: 'Übersicht 📎 "final".png',
  contentType: 'image/png',
  size: 10_485_760,
  width: 640,
  height: 480,
  eventId: 'event',
}

function fileOf({ license }: StorageContext, values: Partial<NewFile> = {}): NewFile {
  return { key: 'key', licenseId: license.id, kind: 'file', createdAt: 1_000, dueAt: 5_000, ...values }
}

async function given(context: StorageContext, values: Partial<NewFile> = {}): Promise<NewFile> {
  const file = fileOf(context, values)
  await context.write((tx) => tx.files.insert(file))
  return file
}

export function fileCases(cases: StorageCases): void {
  keepingCases(cases)
  removingCases(cases)
  raceCases(cases)
}

function keepingCases(cases: StorageCases): void {
  cases.add('answers a file once it is kept, and none before', async (context) => {
    const { read, write, license } = context
    await given(context)
    assert.equal(await read.files.get('key'), undefined)
    assert.equal(await write((tx) => tx.files.keep('key', details)), true)
    const kept: StoredFile = {
      key: 'key',
      licenseId: license.id,
      kind: 'file',
      createdAt: 1_000,
      ...details,
    }
    assert.deepEqual(await read.files.get('key'), kept)
    assert.deepEqual(await write((tx) => tx.files.get('key')), kept)
  })

  cases.add('keeps a file without pixels, and without an event', async (context) => {
    const { read, write } = context
    await given(context, { kind: 'image' })
    const plain = { ...details, width: null, height: null, eventId: null, size: 0 }
    assert.equal(await write((tx) => tx.files.keep('key', plain)), true)
    const { kind, width, height, eventId, size } = (await read.files.get('key')) ?? {}
    assert.deepEqual([kind, width, height, eventId, size], ['image', null, null, null, 0])
  })

  cases.add('answers undefined for an unknown key, and keeps nothing', async ({ read, write }) => {
    assert.equal(await read.files.get('unknown'), undefined)
    assert.equal(await write((tx) => tx.files.keep('unknown', details)), false)
    assert.equal(await write((tx) => tx.files.markForRemoval('unknown', 1)), false)
    assert.equal(await read.files.get('unknown'), undefined)
  })

  cases.add('a kept file cannot be condemned or deleted', async (context) => {
    const { read, write } = context
    await given(context)
    await write((tx) => tx.files.keep('key', details))
    assert.equal(await write((tx) => tx.files.markForRemoval('key', 1)), false)
    assert.deepEqual(await write((tx) => tx.files.claimDue(1_000_000, 10, 2_000_000)), [])
    await write((tx) => tx.files.delete(['key']))
    assert.equal((await read.files.get('key'))?.name, details.name)
    assert.equal(await write((tx) => tx.files.keep('key', { ...details, name: 'other' })), false)
    assert.equal((await read.files.get('key'))?.name, details.name)
  })
}

function removingCases(cases: StorageCases): void {
  cases.add('a condemned file can no longer be kept', async (context) => {
    const { read, write } = context
    await given(context)
    assert.equal(await write((tx) => tx.files.markForRemoval('key', 2_000)), true)
    assert.equal(await write((tx) => tx.files.keep('key', details)), false)
    assert.equal(await read.files.get('key'), undefined)
    assert.deepEqual(await write((tx) => tx.files.claimDue(1_999, 10, 9_000)), [])
    assert.deepEqual(await write((tx) => tx.files.claimDue(2_000, 10, 9_000)), ['key'])
  })

  cases.add('claims due files, the longest due first, up to a limit', async (context) => {
    const { write } = context
    for (const dueAt of [3_000, 1_000, 2_000, 4_000]) await given(context, { key: `due-${dueAt}`, dueAt })
    assert.deepEqual(await write((tx) => tx.files.claimDue(3_000, 2, 9_000)), ['due-1000', 'due-2000'])
    assert.deepEqual(await write((tx) => tx.files.claimDue(3_000, 2, 9_000)), ['due-3000'])
    assert.deepEqual(await write((tx) => tx.files.claimDue(3_000, 2, 9_000)), [])
    for (const key of ['due-1000', 'due-2000', 'due-3000'])
      assert.equal(await write((tx) => tx.files.keep(key, details)), false)
    assert.equal(await write((tx) => tx.files.keep('due-4000', details)), true)
  })

  cases.add('counts due files up to a limit, and no kept ones', async (context) => {
    const { read, write } = context
    for (const dueAt of [1_000, 2_000, 3_000]) await given(context, { key: `due-${dueAt}`, dueAt })
    await write((tx) => tx.files.keep('due-1000', details))
    assert.equal(await read.files.countDue(1_999, 10), 0)
    assert.equal(await read.files.countDue(2_000, 10), 1)
    assert.equal(await read.files.countDue(3_000, 10), 2)
    assert.equal(await read.files.countDue(3_000, 1), 1)
  })

  cases.add('a claimed file is due again at its time, until it is deleted', async (context) => {
    const { write } = context
    await given(context)
    assert.deepEqual(await write((tx) => tx.files.claimDue(5_000, 10, 6_000)), ['key'])
    assert.deepEqual(await write((tx) => tx.files.claimDue(5_999, 10, 9_000)), [])
    assert.deepEqual(await write((tx) => tx.files.claimDue(6_000, 10, 7_000)), ['key'])
    await write((tx) => tx.files.delete(['key']))
    assert.deepEqual(await write((tx) => tx.files.claimDue(1_000_000, 10, 2_000_000)), [])
  })

  cases.add('deletes files to be removed, and none being uploaded', async (context) => {
    const { write } = context
    for (const key of ['gone', 'also-gone', 'on-its-way']) await given(context, { key })
    for (const key of ['gone', 'also-gone']) await write((tx) => tx.files.markForRemoval(key, 1))
    await write((tx) => tx.files.delete(['gone', 'also-gone', 'on-its-way', 'unknown']))
    await write((tx) => tx.files.delete([]))
    assert.deepEqual(await write((tx) => tx.files.claimDue(1_000, 10, 2_000)), [])
    assert.equal(await write((tx) => tx.files.keep('on-its-way', details)), true)
  })
}

function raceCases(cases: StorageCases): void {
  cases.add('a file is either kept or removed, never both', async (context) => {
    const { read, write } = context
    for (let round = 0; round < 10; round += 1) {
      const { key } = await given(context, { key: `round-${round}` })
      const keeping = write((tx) => tx.files.keep(key, details))
      const condemning = write((tx) => tx.files.markForRemoval(key, 1))
      const [isKept, isCondemned] = await Promise.all([keeping, condemning])
      assert.notEqual(isKept, isCondemned)
      assert.equal((await read.files.get(key)) !== undefined, isKept)
    }
  })

  cases.add('concurrent claims get different files', async (context) => {
    const { write } = context
    for (let n = 0; n < 20; n += 1) await given(context, { key: `key-${n}`, dueAt: n })
    const takes = [1, 2, 3, 4].map(() => write((tx) => tx.files.claimDue(1_000, 10, 2_000)))
    const taken = (await Promise.all(takes)).flat()
    const left = (await write((tx) => tx.files.claimDue(1_000, 20, 2_000))).length
    assert.equal(new Set(taken).size, taken.length)
    assert.equal(taken.length + left, 20)
  })

  cases.add('a failed transaction leaves files unchanged', async (context) => {
    const { read, write } = context
    await given(context)
    const failing = write(async (tx) => {
      await tx.files.keep('key', details)
      throw new Error('refused')
    })
    await assert.rejects(failing, /refused/)
    assert.equal(await read.files.get('key'), undefined)
    assert.equal(await write((tx) => tx.files.markForRemoval('key', 1)), true)
  })
}
