import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerTarget } from '../../test/push-targets.js'
import { QueueListeners } from './queue-listeners.js'

test('a customer with two connections is listed with both, until the last one is removed', () => {
  const [first, second] = [customerTarget('first'), customerTarget('second')]
  const { licenseId, id } = first.caller.principal
  const listeners = new QueueListeners()
  listeners.add(first)
  listeners.add(second)
  const [[dueLicense, { targets }] = assert.fail('nobody listens')] = [...listeners.listDue(0)]
  assert.equal(dueLicense, licenseId)
  assert.deepEqual(targets.get(id), new Set([first, second]))
  listeners.remove(first)
  assert.deepEqual(targets.get(id), new Set([second]))
  listeners.remove(second)
  assert.deepEqual([...listeners.listDue(0)], [])
})
