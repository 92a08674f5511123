import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { skipsTime } from '../../../../test/support/profile.js'
import { EventLoopLoad } from './event-loop-load.js'

test('the load is high while the event loop works and low while it is idle', {
  skip: skipsTime,
}, async () => {
  const load = new EventLoopLoad()
  await passed(1)
  load.measure()
  const until = performance.now() + 50
  while (performance.now() < until);
  const busy = load.measure()
  // When other processes compete for the processor, even little work takes longer.
  await passed(200)
  assert.ok(busy > 0.5, `busy: ${busy}`)
  const idle = load.measure()
  assert.ok(idle < busy, `idle: ${idle}`)
})
