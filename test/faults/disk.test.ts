import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { byProfile } from '../support/profile.js'
import { noSqlite, openSqlite } from '../support/sqlite-file.js'
import { Load } from './load.js'
import { skipUnlessCi } from './profile.js'
import { runScenario, waitForMany } from './scenario.js'
import { SmallDisk } from './small-disk.js'
import { Visitors } from './visitors.js'

const diskBytes = 64 * 1_048_576
const outages = byProfile({ quick: 1, full: 2, nightly: 10 })

test('a full disk stops only writes, until there is space again', {
  timeout: 300_000,
  skip: noSqlite,
}, async (context) => {
  const disk = await mountOrSkip(context)
  if (disk === undefined) return
  const filename = join(disk.directory, 'parley.db')
  await runScenario(
    context,
    { location: { kind: 'sqlite', filename } },
    async ({ engine, tenant, ledger }) => {
      const load = new Load(engine.port, tenant, ledger, { isPatient: true })
      const visitors = new Visitors(engine.port, tenant, { mayReadsFail: false })
      try {
        for (let count = 0; count < outages; count += 1) {
          await waitForMany(ledger.answers)
          await disk.fill()
          await waitForMany(ledger.refusals)
          await waitForMany(visitors.visits)
          await disk.free()
          await waitForMany(ledger.answers)
        }
      } finally {
        await Promise.all([load.stop(), visitors.stop()])
      }
    },
  )
  await checkIntegrity(filename)
})

async function checkIntegrity(filename: string): Promise<void> {
  const database = await openSqlite(filename)
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
  assert.deepEqual(database.prepare('pragma foreign_key_check').all(), [])
  database.close()
}

async function mountOrSkip(context: TestContext): Promise<SmallDisk | undefined> {
  try {
    const disk = await SmallDisk.mount(diskBytes)
    context.after(() => disk.remove())
    return disk
  } catch (cause) {
    const reason = `no tmpfs can be mounted: ${String(cause)}`
    context.skip(process.getuid?.() === 0 ? skipUnlessCi(reason) : reason)
    return undefined
  }
}
