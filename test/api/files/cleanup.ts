import assert from 'node:assert/strict'
import type { FileRange, Files } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { startSeconds, TestEngine } from '../../support/engine.js'
import { sendFile, uploadImage } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage } from '../../support/storages.js'

const now = startSeconds * 1_000
const dayMs = 86_400_000
const keyOf = (n: number) => n.toString(16).padStart(64, '0')

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x')
}

/** A file storage that can be made unreachable. */
class FailingFiles implements Files {
  readonly files = new MemoryFiles()
  isReached = true

  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await this.files.put(key, chunks)
  }

  read(key: string, range: FileRange): AsyncIterable<Uint8Array> {
    return this.files.read(key, range)
  }

  size(key: string): Promise<number | undefined> {
    return this.files.size(key)
  }

  async remove(key: string): Promise<void> {
    if (!this.isReached) throw new Error('the place for files cannot be reached')
    await this.files.remove(key)
  }
}

forEachStorage('files that no event names', (kind) => {
  async function withEngine(
    run: (engine: TestEngine, files: FailingFiles, stored: Storage) => Promise<void>,
  ): Promise<void> {
    const files = new FailingFiles()
    const engine = await TestEngine.start(kind, { files, expectsErrors: true })
    const stored = engine.openStorage()
    await stored.open()
    try {
      await run(engine, files, stored)
    } finally {
      await stored.close()
      await engine.stop()
    }
  }

  /** Leaves an upload like a process that was killed in the middle of it. */
  async function leave(
    engine: TestEngine,
    files: Files,
    stored: Storage,
    keys: readonly string[],
  ): Promise<void> {
    const { licenseId } = await engine.world()
    const file = { licenseId, kind: 'file', createdAt: now, dueAt: now + dayMs } as const
    for (const key of keys) {
      await stored.transaction((tx) => tx.files.insert({ key, ...file }))
      await files.put(key, one())
    }
  }

  const countOf = ({ read }: Storage) => read.files.countDue(Number.MAX_SAFE_INTEGER, 1_000)

  test('unnamed files are removed after a day, in several transactions, and files named by events stay', async () => {
    await withEngine(async (engine, files, stored) => {
      const world = await engine.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await sendFile(customer, chatId, { bytes: png(1, 1) })
      await uploadImage(agent, png(1, 1))
      const named = files.files.keys
      assert.equal(named.length, 2)
      const left = Array.from({ length: 45 }, (_, index) => keyOf(index))
      await leave(engine, files, stored, left)
      engine.clock.advance(dayMs - 1)
      assert.equal(files.files.keys.length, 47)
      engine.clock.advance(60_001)
      await eventually(async () => {
        engine.clock.advance(1_000)
        assert.deepEqual(files.files.keys, named)
        assert.equal(await countOf(stored), 0)
      })
      assert.deepEqual(engine.errors, [])
    })
  })

  test('unnamed files become due after the period that the host configured', async (context) => {
    const dueBefore: number[] = []
    class WatchedFiles extends MemoryFiles {
      override async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
        for (const ms of [1_999, 2_000]) dueBefore.push(await stored.read.files.countDue(now + ms, 10))
        await super.put(key, chunks)
      }
    }
    const fixed = { lifetimes: { unnamedFileSeconds: 2 } }
    const engine = await TestEngine.start(kind, { files: new WatchedFiles(), fixed })
    context.after(() => engine.stop())
    const stored = engine.openStorage()
    await stored.open()
    context.after(() => stored.close())
    const customer = await (await engine.world()).customer()
    const { chatId } = await startChat(customer)
    await sendFile(customer, chatId, { bytes: png(1, 1) })
    assert.deepEqual(dueBefore, [0, 1])
  })

  test('files that cannot be removed stay recorded, and are removed when it becomes possible', async () => {
    await withEngine(async (engine, files, stored) => {
      await leave(engine, files, stored, [keyOf(1_000), keyOf(1_001)])
      files.isReached = false
      engine.clock.advance(dayMs + 60_000)
      await eventually(async () => assert.ok(engine.errors.length > 0, 'no failure yet'))
      assert.equal(await countOf(stored), 2)
      files.isReached = true
      await eventually(async () => {
        engine.clock.advance(60_000)
        assert.deepEqual(files.files.keys, [])
        assert.equal(await countOf(stored), 0)
      })
    })
  })

  test('the file of a refused request is removed later when it cannot be removed immediately', async () => {
    await withEngine(async (engine, files, stored) => {
      const customer = await (await engine.world()).customer()
      await startChat(customer)
      files.isReached = false
      await assert.rejects(sendFile(customer, 'none', { bytes: png(1, 1) }), /does not match any chat/)
      assert.equal(files.files.keys.length, 1)
      files.isReached = true
      await eventually(async () => {
        engine.clock.advance(60_000)
        assert.deepEqual(files.files.keys, [])
        assert.equal(await countOf(stored), 0)
      })
    })
  })
})
