import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { scripted } from '../../test/scripted.js'
import type { Run } from '../background/part.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SecretKeys } from '../identity/secret-keys.js'
import { SystemIds } from '../ids/system-ids.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields } from '../ports/logger.js'
import type { Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import type { WebhookReads, WebhookWrites } from '../ports/stores/webhooks.js'
import { SecretKeyRenewal } from './secret-key-renewal.js'

const clock = new VirtualClock(0)
const ids = new SystemIds(clock)
const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

function keysOf(...encryptionKeys: readonly string[]): SecretKeys {
  return new SecretKeys({ encryptionKeys, ids, warn: () => undefined })
}

const restless: Run = { aborted: false, pause: () => Promise.resolve() }

const idOf = (index: number) => `webhook-${String(index).padStart(4, '0')}`

/**
 * Returns a renewal over `count` webhooks whose keys are sealed by `former`. Calls `replaced` before each replacement.
 */
function given(count: number, former: SecretKeys, replaced = (_id: string) => undefined as unknown) {
  const indices = Array.from({ length: count }, (_, index) => index)
  const kept = new Map(indices.map((index) => [idOf(index), former.seal(`secret ${index}`, idOf(index))]))
  const looked: number[] = []
  const reads = scripted<WebhookReads>({
    async listWithoutSealPrefix(prefix, limit) {
      const found = [...kept]
        .filter(([, text]) => !text.startsWith(prefix))
        .map(([id, secretKey]) => ({ id, secretKey }))
        .slice(0, limit)
      looked.push(found.length)
      return found
    },
  })
  const webhooks = scripted<WebhookWrites>({
    async replaceSecretKey(id, expected, secretKey) {
      replaced(id)
      if (kept.get(id) !== expected) return false
      kept.set(id, secretKey)
      return true
    },
  })
  const transaction: Storage['transaction'] = (work) => work(scripted<StorageTransaction>({ webhooks }))
  const storage = scripted<Storage>({ transaction })
  const read = scripted<StorageReads>({ webhooks: reads })
  const logged: LogFields[] = []
  const failed: LogFields[] = []
  const renew = (secretKeys: SecretKeys, run: Run = restless) =>
    new SecretKeyRenewal({
      ...{ read, changes: changesOn(storage).changes, clock, secretKeys },
      logger: { info: (_message, fields = {}) => void logged.push(fields) },
      failures: scripted<FailureLog>({ write: (_message, _type, fields) => void failed.push(fields) }),
    }).run(run)
  const sealedBy = (secretKeys: SecretKeys) =>
    [...kept.values()].filter((text) => text.startsWith(secretKeys.prefix)).length
  const opened = (secretKeys: SecretKeys) => [...kept].map(([id, text]) => secretKeys.open(text, id))
  return { kept, looked, logged, failed, renew, sealedBy, opened }
}

for (const [how, former] of [
  ['in clear', keysOf()],
  ['under an older key', keysOf(older)],
] as const) {
  test(`secret keys that are stored ${how} are encrypted with the newest key, in pieces`, async () => {
    const { looked, logged, renew, sealedBy, opened } = given(45, former)
    const rests: number[] = []
    await renew(keysOf(newer, older), { ...restless, pause: async (ms) => void rests.push(ms) })
    assert.equal(sealedBy(keysOf(newer)), 45)
    assert.deepEqual(
      opened(keysOf(newer)),
      Array.from({ length: 45 }, (_, index) => `secret ${index}`),
    )
    assert.deepEqual(looked, [20, 20, 5])
    assert.equal(rests.length, 2)
    assert.deepEqual(logged, [{ count: 45 }])
  })
}

test('a run makes one query and writes nothing when all keys use the newest encryption key', async () => {
  const { kept, looked, logged, renew } = given(45, keysOf(newer))
  const before = new Map(kept)
  await renew(keysOf(newer, older))
  assert.deepEqual(kept, before)
  assert.deepEqual(looked, [0])
  assert.deepEqual(logged, [])
})

test('a secret key that cannot be decrypted is logged and kept, and the others are renewed', async () => {
  const { kept, failed, renew, sealedBy } = given(45, keysOf(older))
  for (let index = 0; index < 25; index += 1) kept.set(idOf(index), kept.get(idOf(44)) ?? '')
  await renew(keysOf(newer, older))
  assert.equal(sealedBy(keysOf(newer)), 20)
  assert.equal(sealedBy(keysOf(older)), 25)
  assert.deepEqual(
    failed.map(({ webhookId }) => webhookId),
    Array.from({ length: 25 }, (_, index) => idOf(index)),
  )
  assert.ok(!JSON.stringify(failed).includes(kept.get(idOf(0)) ?? ''))
})

test('a secret key that is changed meanwhile is not overwritten', async () => {
  const { kept, logged, renew } = given(3, keysOf(older), (id) => {
    if (id === idOf(1)) kept.set(id, keysOf(older).seal('set meanwhile', id))
  })
  await renew(keysOf(newer, older))
  assert.equal(keysOf(older).open(kept.get(idOf(1)) ?? '', idOf(1)), 'set meanwhile')
  assert.deepEqual(logged, [{ count: 2 }])
})

test('two nodes that disagree about the newest key both finish', async () => {
  const { renew, looked } = given(60, keysOf(older))
  const pause = () => renew(keysOf(older, newer))
  await renew(keysOf(newer, older), { ...restless, pause })
  assert.ok(looked.length < 20, `${looked.length} looks`)
})

test('a cancelled run stops after the current piece', async () => {
  const { renew, sealedBy } = given(45, keysOf(older))
  const pause = async () => {
    run.aborted = true
  }
  const run = { aborted: false, pause }
  await renew(keysOf(newer, older), run)
  assert.equal(sealedBy(keysOf(newer)), 20)
})
