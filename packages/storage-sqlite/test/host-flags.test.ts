import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { DriverName } from '../src/driver.js'
import { forEachDriver } from './drivers.js'

/** Program that reads in one thread and lets the other checkpoint a log that is long enough. */
const program = (filename: string, driver: DriverName) => `
import { sqliteStorage } from '@parley/storage-sqlite'
const license = { name: 'x'.repeat(1_000_000), plan: 'team', isInTrial: false, createdAt: 1, expiresAt: null }
const storage = sqliteStorage({
  filename: ${JSON.stringify(filename)},
  driver: '${driver}',
  durability: 'relaxed',
})
process.on('warning', ({ code, message }) => {
  if (code === 'PARLEY_SQLITE_CHECKPOINT') console.log('warning', message)
})
await storage.open()
for (let count = 0; count < 20; count += 1) await storage.transaction((tx) => tx.licenses.insert(license))
const filter = {
  licenseId: 1, agentId: 'a', groups: [], reach: 'all', terms: [{ token: 'a', isPrefix: false }],
  createdFrom: 0, createdBefore: 1, agentIds: null, groupIds: null, properties: [],
}
await storage.read.archives.listThreads({ ...filter, after: null, offset: 0, limit: 1 }).then(
  () => console.log('read'),
  (error) => console.log('failed', error.code, error.message),
)
await storage.close()
console.log('closed')
`

forEachDriver(({ name }) => {
  test('threads start whatever command-line flags the host has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-flags-'))
    try {
      const [imported, required] = [join(folder, 'imported.mjs'), join(folder, 'required.cjs')]
      // Threads of tsx inherit the flags too. Their data has no filename.
      const fails = "if (workerData?.filename !== undefined) throw new Error('the flags are inherited')"
      writeFileSync(imported, `import { workerData } from 'node:worker_threads'\n${fails}`)
      writeFileSync(required, `const { workerData } = require('node:worker_threads')\n${fails}`)
      const flags = [
        ...['--import', 'tsx', '--conditions=parley-source', '--import', pathToFileURL(imported).href],
        ...['--require', required, '--input-type=module', '--eval'],
      ]
      const run = promisify(execFile)
      const { stdout } = await run(process.execPath, [...flags, program(join(folder, 'parley.db'), name)])
      assert.equal(stdout, 'read\nclosed\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
