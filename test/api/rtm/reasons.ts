import assert from 'node:assert/strict'
import { describe } from 'node:test'
import {
  type ApiVersion,
  agentPushes,
  customerPushes,
  type PushContract,
  schemaFor,
} from '@parley/core/contract'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { pushFrame, RtmClient } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { customerVersions } from '../../support/world.js'

/** Reasons of every version, as in spec chat.md. */
const everywhere = ['customer_banned', 'too_many_connections', 'license_not_found', 'internal_error']
const reasons: readonly (readonly [PushContract, ApiVersion, readonly string[]])[] = [
  [customerPushes.customerDisconnected, 'v0.3', everywhere],
  [customerPushes.customerDisconnected, 'v0.4', [...everywhere, 'unsupported_version']],
  [customerPushes.customerDisconnected, 'v0.5', [...everywhere, 'unsupported_version']],
  ...(['v0.3', 'v0.4'] as const).map((version) => {
    const names = ['access_token_revoked', 'license_expired', 'agent_deleted', 'logged_out_remotely']
    return [agentPushes.agentDisconnected, version, [...names, 'unsupported_version']] as const
  }),
]

describe('disconnect reasons', () => {
  for (const [push, version, names] of reasons) {
    test(`the disconnect reasons of ${push.api} ${version} are those of the specification`, () => {
      const written = JSON.stringify(schemaFor(push.payload, version))
      const known = [...written.matchAll(/"const":"(\w+)"/g)].map(([, name]) => name)
      assert.deepEqual(known.toSorted(), [...names].toSorted())
    })
  }
})

forEachStorage('a license that cannot be looked up', (storage) => {
  const valve = new StorageValve()
  const wrap = (inner: Storage) => valve.guardLicenses(inner)
  const suite = useEngine(storage, { wrap, expectsErrors: true })
  const disconnected = pushFrame('customer_disconnected', { reason: 'internal_error' })

  for (const version of customerVersions) {
    for (const cause of [new StorageError('unavailable', 'away'), new Error('a fault')]) {
      test(`a failed license look-up ends a connection of ${version} with internal_error: ${cause.message}`, async () => {
        const customer = await (await suite.world()).customer()
        valve.breakWith(cause)
        const connection = await RtmClient.open(customer.rtmUrl(version))
        assert.deepEqual(await connection.framesUntilEnd(), [disconnected])
        assert.equal((await connection.waitForEnd()).code, 4003)
        valve.release()
        await customer.connect(version)
      })
    }
  }
})
