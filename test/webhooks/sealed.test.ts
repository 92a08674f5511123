import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../../packages/core/src/clock/virtual-clock.js'
import { SecretKeys } from '../../packages/core/src/identity/secret-keys.js'
import { SystemIds } from '../../packages/core/src/ids/system-ids.js'
import { eventually } from '../support/deadline.js'
import { useEngine } from '../support/engine.js'
import { textAt } from '../support/json.js'
import { homeDatabase } from '../support/storages.js'
import { DestinationServer, verify } from './destination-server.js'
import { StoredWebhooks } from './stored-webhooks.js'

const encryptionKeys = [Buffer.alloc(32, 1).toString('base64')]
const suite = useEngine(homeDatabase, {
  ...{ webhooks: { allowPrivateTargets: true }, encryptionKeys, expectsErrors: true },
})

test('deliveries are signed with the encrypted key, and not sent when it cannot be decrypted', async () => {
  const world = await suite.world()
  const destination = await DestinationServer.start()
  const stored = await StoredWebhooks.open(suite.engine, world)
  const [good, bad] = [await stored.register(destination.url), await stored.register(destination.url)]
  const ids = new SystemIds(new VirtualClock(0))
  const secretKeys = new SecretKeys({ encryptionKeys, ids, warn: () => undefined })
  await stored.storage.transaction(async (tx) => {
    for (const { id, secretKey } of await tx.webhooks.listDestinations([good, bad])) {
      // The encrypted key of the bad webhook was copied from another webhook.
      assert.ok(await tx.webhooks.replaceSecretKey(id, secretKey, secretKeys.seal('the key', good)))
    }
  })
  await stored.add(good, [null])
  await stored.add(bad, [null])
  suite.engine.clock.advance(1_000)
  const { webhooks } = suite.engine.parley.admin
  await eventually(async () => {
    const [attempt] = (await webhooks.listAttempts({ webhookId: bad })).items
    assert.match(attempt?.reason ?? '', /was not encrypted for it/)
    assert.equal(destination.requests.length, 1)
  })
  const [request] = destination.requests
  assert.ok(request)
  assert.equal(textAt(verify('the key', request, suite.engine.clock.now()), 'secret_key'), 'the key')
  assert.ok(!JSON.stringify(suite.engine.errors).includes('the key'))
})
