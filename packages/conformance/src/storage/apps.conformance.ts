import assert from 'node:assert/strict'
import { newApp } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function appCases(cases: StorageCases): void {
  readingCases(cases)
  updateCases(cases)
}

function readingCases(cases: StorageCases): void {
  cases.add('answers every field as it was stored', async ({ read, write, license }) => {
    const server = newApp(license, 'server', {
      secretHash: 'ab12',
      requiresPkce: true,
      skipsConsent: true,
      scopes: ['agents--all:write', 'chats.conversation--all:write'],
    })
    const browser = newApp(license, 'browser', { type: 'browser', visibility: 'public', redirectUris: [] })
    for (const app of [server, browser]) {
      await write((tx) => tx.apps.insert(app))
      assert.deepEqual(await read.apps.get(app.clientId), app)
    }
  })

  cases.add('answers undefined for an unknown client id', async ({ read }) => {
    assert.equal(await read.apps.get('nobody'), undefined)
  })

  cases.add('lists the apps of a license oldest first, with a limit', async ({ read, write, license }) => {
    for (const [id, createdAt] of [
      ['a', 3_000],
      ['b', 1_000],
      ['c', 2_000],
    ] as const) {
      await write((tx) => tx.apps.insert(newApp(license, id, { createdAt })))
    }
    assert.deepEqual(
      (await read.apps.list(license.id, 10)).map(({ clientId }) => clientId),
      ['b', 'c', 'a'],
    )
    assert.deepEqual(
      (await read.apps.list(license.id, 2)).map(({ clientId }) => clientId),
      ['b', 'c'],
    )
    assert.deepEqual(await read.apps.list(license.id + 1, 10), [])
  })

  cases.add('continues the list of a license after an app', async ({ read, write, license }) => {
    for (const [id, createdAt] of [
      ['b', 2_000],
      ['a', 2_000],
      ['c', 1_000],
      ['d', 3_000],
    ] as const) {
      await write((tx) => tx.apps.insert(newApp(license, id, { createdAt })))
    }
    const after = async (clientId: string, createdAt: number, limit = 10) =>
      (await read.apps.list(license.id, limit, { clientId, createdAt })).map((app) => app.clientId)
    assert.deepEqual(await after('c', 1_000), ['a', 'b', 'd'])
    assert.deepEqual(await after('a', 2_000), ['b', 'd'])
    assert.deepEqual(await after('a', 2_000, 1), ['b'])
    assert.deepEqual(await after('gone', 2_500), ['d'])
    assert.deepEqual(await after('d', 3_000), [])
  })
}

function updateCases(cases: StorageCases): void {
  cases.add('updates everything but id, license and creation', async ({ read, write, license }) => {
    const app = newApp(license, 'app')
    await write((tx) => tx.apps.insert(app))
    const changes = {
      name: 'Renamed',
      type: 'browser',
      visibility: 'public',
      redirectUris: ['https://example.org/'],
      scopes: ['agents--all:write'],
      secretHash: 'ab12',
      requiresPkce: true,
      skipsConsent: true,
    } as const
    const changed = { ...app, ...changes }
    assert.equal(await write((tx) => tx.apps.update({ ...changed, licenseId: 999, createdAt: 9 })), true)
    assert.deepEqual(await read.apps.get('app'), changed)
    assert.equal(await write((tx) => tx.apps.update({ ...changed, clientId: 'unknown' })), false)
  })
}
