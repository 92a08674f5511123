import assert from 'node:assert/strict'
import type { Files, PresignOptions } from '@parley/core/ports'
import { createBytes, inChunks, toFileKey } from './samples.js'
import type { FilesCases } from './suite.js'

const key = toFileKey('one')
const options: PresignOptions = {
  lifetimeSeconds: 60,
  contentType: 'text/plain; charset=utf-8',
  contentDisposition: `attachment; filename="_ 1.txt"; filename*=UTF-8''%C3%9C%201.txt`,
}

async function addressOf(files: Files, given = options): Promise<string> {
  assert.ok(files.presign, 'it says that it gives out addresses')
  return await files.presign(key, given)
}

export function addressCases(cases: FilesCases): void {
  cases.addIf(
    'addresses',
    'the address serves the file to anyone, with the given headers',
    async ({ files }) => {
      const bytes = createBytes(200_000)
      await files.put(key, inChunks(bytes))
      const response = await fetch(await addressOf(files))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), options.contentType)
      assert.equal(response.headers.get('content-disposition'), options.contentDisposition)
      assert.ok(Buffer.from(bytes).equals(Buffer.from(await response.arrayBuffer())))
    },
  )

  cases.addIf(
    'addresses',
    'changed parameters of an address do not change the headers',
    async ({ files }) => {
      await files.put(key, inChunks(createBytes(10)))
      const address = await addressOf(files)
      const changed = new URL(address)
      for (const [name, value] of changed.searchParams) {
        if (value === options.contentType) changed.searchParams.set(name, 'text/html')
        if (value === options.contentDisposition) changed.searchParams.set(name, 'inline')
      }
      assert.notEqual(changed.href, new URL(address).href)
      const response = await fetch(changed)
      assert.ok(response.status === 403 || response.headers.get('content-type') === options.contentType)
      await response.body?.cancel()
    },
  )

  cases.addIf('addresses', 'an address for an invalid key is a TypeError', async ({ files }) => {
    assert.ok(files.presign)
    const { presign } = files
    await assert.rejects(async () => await presign.call(files, '../secret', options), TypeError)
  })
}
