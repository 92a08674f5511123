import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configuration } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import type { Fact } from '../facts/fact.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Origin } from './origin.js'
import { Outbox } from './outbox.js'

function given() {
  const read: number[] = []
  const outbox = new Outbox({
    newId: () => 'delivery',
    configurationIn: async (_, licenseId) => {
      read.push(licenseId)
      return configuration()
    },
  })
  const add = (facts: readonly Fact[], configured?: Origin['configuration']) => {
    const origin = scripted<Origin>({ configuration: configured })
    return outbox.add(scripted<StorageTransaction>({}), origin, 1, { facts }, [])
  }
  return { read, add }
}

function deleted(licenseId: number, agentId: string): Fact {
  return { name: 'agent_deleted', licenseId, agentId }
}

test('what a license has configured is read once in a commit, however much that tells', async () => {
  const { read, add } = given()
  await add([deleted(1, 'ada'), deleted(2, 'bob'), deleted(1, 'cy'), deleted(1, 'dan')])
  assert.deepEqual(read, [1, 2])
})

test('what is known of a license without webhooks is not read', async () => {
  const { read, add } = given()
  await add([deleted(1, 'ada')], configuration())
  assert.deepEqual(read, [])
})

test('nothing is read for what no webhook tells', async () => {
  const { read, add } = given()
  await add([{ name: 'agents_disconnected', licenseId: 1, agentIds: ['ada'], onlineUntil: 1 }])
  assert.deepEqual(read, [])
})
