import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStorage } from '../../test/open-storage.js'
import { systemClock } from '../clock/system-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import { FileLinks } from './file-links.js'

const ids = new SystemIds(systemClock)
const path = 'ab'.repeat(32)
const now = 1_767_225_600_250

test('nodes accept URLs signed by nodes with the same storage, and no others', async () => {
  const [storage, other] = [await openStorage(), await openStorage()]
  const links = [new FileLinks('/files', 60), new FileLinks('/files', 60), new FileLinks('/files', 60)]
  const [first, second, stranger] = links
  assert.ok(first && second && stranger)
  await Promise.all([first.open(storage, ids), second.open(storage, ids), stranger.open(other, ids)])
  const { searchParams } = new URL(first.getUrl(path, now), 'https://example.com')
  assert.equal(second.check(path, searchParams, now), 'good')
  assert.equal(stranger.check(path, searchParams, now), 'forged')
})

test('a file URL is valid until the second of its expiry has passed', async () => {
  const links = new FileLinks('/files', 60)
  await links.open(await openStorage(), ids)
  const { searchParams } = new URL(links.getUrl(path, now), 'https://example.com')
  assert.equal(searchParams.get('expires'), String(1_767_225_660))
  assert.equal(links.check(path, searchParams, 1_767_225_659_999), 'good')
  assert.equal(links.check(path, searchParams, 1_767_225_660_000), 'expired')
})

test('the URL of an image never changes', async () => {
  const links = new FileLinks('https://example.com/files', 60)
  assert.equal(links.getUrl(`images/${path}`, now), `https://example.com/files/images/${path}`)
})

test('signing a URL before the storage is open throws', () => {
  assert.throws(() => new FileLinks('/files', 60).getUrl(path, now), TypeError)
})
