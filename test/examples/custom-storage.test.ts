import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { loggedStorage } from '../../examples/custom-storage/src/logged-storage.js'

const license = { name: 'Shop', plan: 'team', isInTrial: false, expiresAt: null, createdAt: 1 }

async function factory() {
  const directory = await mkdtemp(join(tmpdir(), 'parley-'))
  const another = () => loggedStorage({ file: join(directory, 'parley.log') })
  return { storage: another(), another, cleanup: () => rm(directory, { recursive: true }) }
}

describe('the custom storage', () => {
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: false } })
})

/** Calls `play` with a log file that contains that many licenses, each created in its own transaction. */
async function withLicenses(count: number, play: (file: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-'))
  try {
    const file = join(directory, 'parley.log')
    const storage = loggedStorage({ file })
    await storage.open()
    for (let made = 0; made < count; made += 1) {
      await storage.transaction((tx) => tx.licenses.insert(license))
    }
    await storage.close()
    await play(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function licenseIdsIn(file: string): Promise<readonly number[]> {
  const storage = loggedStorage({ file })
  await storage.open()
  const licenses = await storage.read.licenses.list(10)
  await storage.close()
  return licenses.map(({ id }) => id)
}

for (const lost of [1, 9, 20]) {
  test(`a log whose last record lacks ${lost} bytes after a crash keeps all earlier records, and can be continued`, async () => {
    await withLicenses(3, async (file) => {
      const { length } = await readFile(file)
      await truncate(file, length - lost)
      assert.deepEqual(await licenseIdsIn(file), [1, 2])
      const storage = loggedStorage({ file })
      await storage.open()
      await storage.transaction((tx) => tx.licenses.insert(license))
      await storage.close()
      assert.deepEqual(await licenseIdsIn(file), [1, 2, 3])
    })
  })
}

test('zeros at the end of the log are not read as records', async () => {
  await withLicenses(2, async (file) => {
    await writeFile(file, Buffer.concat([await readFile(file), Buffer.alloc(64)]))
    assert.deepEqual(await licenseIdsIn(file), [1, 2])
  })
})

test('a log that is damaged in the middle is neither opened nor changed', async () => {
  await withLicenses(3, async (file) => {
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(12) ^ 1, 12)
    await writeFile(file, bytes)
    await assert.rejects(loggedStorage({ file }).open(), /damaged at byte 0/)
    assert.deepEqual(await readFile(file), bytes)
  })
})
