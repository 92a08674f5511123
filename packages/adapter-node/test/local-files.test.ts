import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFiles } from '@parley/conformance'
import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { localFiles } from '../src/index.js'

const key = 'ab'.repeat(32)

async function directory(): Promise<{ readonly path: string; cleanup(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'parley-files-'))
  return { path, cleanup: () => rm(path, { recursive: true, force: true }) }
}

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}

testFiles({
  test,
  async factory() {
    const { path, cleanup } = await directory()
    const inner = join(path, 'files')
    return {
      files: localFiles({ directory: inner }),
      another: () => localFiles({ directory: inner }),
      // All files, including those next to the directory.
      leftovers: () => filesIn(path),
      cleanup,
    }
  },
  supports: { persistence: true, addresses: false },
})

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('only this user can access files and folders', { skip: process.platform === 'win32' }, async () => {
  const { path, cleanup } = await directory()
  try {
    const files = localFiles({ directory: join(path, 'files') })
    await files.put(key, once('hello'))
    const folder = join(path, 'files', 'ab')
    assert.equal((await stat(folder)).mode & 0o077, 0)
    assert.equal((await stat(join(folder, key))).mode & 0o077, 0)
    assert.equal(await readFile(join(folder, key), 'utf8'), 'hello')
  } finally {
    await cleanup()
  }
})

test('remove deletes what a crash has left of a file', async () => {
  const { path, cleanup } = await directory()
  try {
    const files = localFiles({ directory: path })
    await mkdir(join(path, 'ab'))
    await writeFile(join(path, 'ab', `${key}.part`), 'half of it')
    assert.equal(await files.size(key), undefined)
    await files.remove(key)
    assert.deepEqual(await filesIn(path), [])
  } finally {
    await cleanup()
  }
})

test('fails when the directory is a file, and throws for an empty path', async () => {
  const { path, cleanup } = await directory()
  try {
    await writeFile(join(path, 'file'), '')
    const files = localFiles({ directory: join(path, 'file') })
    await assert.rejects(files.put(key, once('x')))
    assert.equal(await files.size(key), undefined)
    await assert.rejects(async () => files.ping?.(), /is not a directory/)
    await localFiles({ directory: join(path, 'not-yet') }).ping?.()
    assert.throws(() => localFiles({ directory: '' }), TypeError)
  } finally {
    await cleanup()
  }
})

test('follows a symbolic link to the directory', async () => {
  const { path, cleanup } = await directory()
  try {
    await mkdir(join(path, 'disk'))
    await symlink(join(path, 'disk'), join(path, 'files'))
    await localFiles({ directory: join(path, 'files') }).put(key, once('x'))
    assert.deepEqual(await filesIn(join(path, 'disk')), [key])
  } finally {
    await cleanup()
  }
})

test('the engine does not start with an unusable directory, and the error names it', async (context) => {
  const { path, cleanup } = await directory()
  context.after(cleanup)
  await writeFile(join(path, 'file'), '')
  const unusable = [
    join(path, 'file'),
    join(path, 'file', 'below'),
    ...(process.platform === 'linux' ? ['/proc/parley/a'] : []),
  ]
  for (const folder of unusable) {
    const storage = memoryStorage()
    const refused = createParley({ storage, files: localFiles({ directory: folder }) })
    await assert.rejects(refused, ({ message }: Error) => {
      assert.ok(message.startsWith(`localFiles cannot use the directory ${folder}: `), message)
      return message.endsWith('choose another directory, or let this user write to it')
    })
    // Nothing of the storage stays open.
    await assert.rejects(storage.ping(), { code: 'closed' })
  }
})

test('the engine creates the directory and its parents when it starts, and leaves it empty', async (context) => {
  const { path, cleanup } = await directory()
  context.after(cleanup)
  const folder = join(path, 'a', 'b', 'c')
  for (let start = 0; start < 2; start += 1) {
    const parley = await createParley({ storage: memoryStorage(), files: localFiles({ directory: folder }) })
    assert.deepEqual(await readdir(folder), [])
    await parley.close()
  }
  assert.equal(
    (await stat(folder)).mode & 0o077,
    process.platform === 'win32' ? (await stat(folder)).mode & 0o077 : 0,
  )
})
