import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../../test/gate.js'
import { ada, fact, grace, graceMs, renewalMs, Scene } from '../../test/presence-scene.js'
import { agentTarget } from '../../test/push-targets.js'

test('writes nothing while no agent is connected', async () => {
  const scene = new Scene()
  for (let seconds = 0; seconds < 10; seconds += 1) await scene.pass(renewalMs)
  assert.deepEqual(scene.written, [])
})

test('the first agent who logs in takes the lease, the next one uses it', async () => {
  const scene = new Scene()
  await scene.settle()
  await scene.logIn()
  assert.deepEqual(scene.takeWritten(), ['renew from 0 to 2000', `connect ${ada},${ada}`])
  await scene.logIn(grace)
  assert.deepEqual(scene.takeWritten(), [`connect ${grace}`])
})

test('renews the lease every second while agents are connected', async () => {
  const scene = new Scene()
  await scene.logIn()
  await scene.logIn(grace)
  scene.takeWritten()
  await scene.pass(renewalMs)
  await scene.pass(renewalMs)
  assert.deepEqual(scene.written, ['renew from 1000 to 3000', 'renew from 2000 to 4000'])
})

test('takes a lost lease again, with all connected agents', async () => {
  const scene = new Scene()
  await scene.logIn()
  await scene.logIn(grace)
  scene.takeWritten()
  scene.lasts = false
  await scene.pass(renewalMs)
  assert.deepEqual(scene.takeWritten(), ['renew from 1000 to 3000', `connect ${ada},${grace}`])
  assert.equal(scene.lostUntil, renewalMs + graceMs)
})

test('a login that finds the lease lost takes it for all connected agents', async () => {
  const scene = new Scene()
  await scene.logIn()
  scene.takeWritten()
  scene.lasts = false
  await scene.logIn(grace)
  assert.deepEqual(scene.takeWritten(), ['renew from 0 to 2000', `connect ${grace},${ada},${grace}`])
})

test('gives the lease up once no agent is connected, and then writes nothing', async () => {
  const scene = new Scene()
  const target = await scene.logIn()
  scene.leave(target)
  await scene.settle()
  scene.takeWritten()
  await scene.pass(renewalMs)
  await scene.pass(renewalMs)
  assert.deepEqual(scene.written, [`end until ${renewalMs + graceMs}`])
})

test('the grace period begins when the last connection ends, and not before', async () => {
  const scene = new Scene()
  const [first, second] = [await scene.logIn(), await scene.logIn()]
  await scene.pass(500)
  scene.takeWritten()
  scene.leave(first)
  await scene.settle()
  assert.deepEqual(scene.takeWritten(), [])
  scene.leave(second)
  await scene.settle()
  assert.deepEqual(scene.takeWritten(), [`disconnect ${ada} until ${500 + graceMs}`])
  assert.deepEqual(scene.facts(), [fact(500 + graceMs, ada)])
})

test('reports nothing for an agent who is connected to another node', async () => {
  const scene = new Scene()
  scene.elsewhere.add(ada)
  scene.leave(await scene.logIn())
  await scene.settle()
  assert.deepEqual(scene.facts(), [])
})

test('an agent without a grace period is disconnected immediately', async () => {
  const scene = new Scene()
  scene.leave(await scene.logIn(), false)
  await scene.settle()
  assert.deepEqual(scene.facts(), [fact(0, ada)])
})

test('a departure without a grace period wakes the job that logs agents out', async () => {
  const scene = new Scene()
  const [first, second] = [await scene.logIn(), await scene.logIn(grace)]
  await scene.settle()
  assert.equal(scene.lookCount, 1)
  scene.leave(first)
  await scene.settle()
  assert.equal(scene.lookCount, 1)
  scene.leave(second, false)
  await scene.settle()
  assert.equal(scene.lookCount, 2)
  scene.presence.reportLogOut()
  await scene.settle()
  assert.equal(scene.lookCount, 3)
})

test('changing the system clock ends neither a lease nor a grace period early', async () => {
  const scene = new Scene()
  const target = await scene.logIn()
  scene.takeWritten()
  scene.clock.stepWallClock(3_600_000)
  await scene.pass(renewalMs)
  // The steady clock approaches the wall clock by a sixtieth of the time that passes.
  assert.deepEqual(scene.takeWritten(), ['renew from 1016 to 3016'])
  scene.leave(target)
  await scene.settle()
  assert.deepEqual(scene.takeWritten(), [`disconnect ${ada} until ${1_016 + graceMs}`])
})

test('writes nothing for an agent who was never logged in', async () => {
  const scene = new Scene()
  const target = agentTarget(ada, { id: ada })
  scene.targets.add(target)
  scene.leave(target)
  await scene.settle()
  assert.deepEqual(scene.written, [])
})

test('stores departures at the same time together', async () => {
  const scene = new Scene()
  const targets = [await scene.logIn(), await scene.logIn(grace), await scene.logIn('kim@example.com')]
  scene.takeWritten()
  for (const target of targets) scene.leave(target)
  await scene.settle()
  assert.deepEqual(scene.takeWritten(), [
    `disconnect ${ada} until ${graceMs}`,
    `disconnect ${grace},kim@example.com until ${graceMs}`,
  ])
})

test('an agent who is back before the departure is stored has not departed', async () => {
  const scene = new Scene()
  const target = await scene.logIn()
  scene.takeWritten()
  const hold = gate()
  scene.hold = hold
  scene.leave(target)
  scene.targets.add(target)
  hold.open()
  await scene.settle()
  assert.deepEqual(scene.takeWritten(), [`connect ${ada}`])
  assert.deepEqual(scene.facts(), [])
})

test('an agent who comes back and leaves again before a departure without grace is stored keeps the grace period', async () => {
  const scene = new Scene()
  const desk = await scene.logIn()
  scene.takeWritten()
  const hold = gate()
  scene.hold = hold
  scene.leave(desk, false)
  await scene.settle()
  scene.hold = undefined
  scene.leave(await scene.logIn())
  hold.open()
  await scene.settle()
  assert.deepEqual(
    scene.takeWritten().filter((what) => what.startsWith('disconnect')),
    [`disconnect ${ada} until ${graceMs}`],
  )
})

test('an agent whose connection ended before the login was stored is not logged in', async () => {
  const scene = new Scene()
  await scene.logIn(grace)
  scene.takeWritten()
  const hold = gate()
  scene.hold = hold
  const login = scene.logIn()
  for (const target of scene.targets.listByAgent(1, ada)) scene.leave(target)
  hold.open()
  await assert.rejects(login, { type: 'authentication' })
  assert.deepEqual(scene.written, [])
})

test('an agent whose connection ended while the login was being stored is disconnected within a second', async () => {
  const scene = new Scene()
  await scene.logIn(grace)
  const connecting = gate()
  scene.connecting = connecting
  const login = scene.logIn()
  await scene.settle()
  for (const target of scene.targets.listByAgent(1, ada)) scene.leave(target)
  await scene.settle()
  assert.equal(scene.written.at(-1), `disconnect ${ada} until ${graceMs}`)
  connecting.open()
  await login
  assert.equal(scene.written.at(-1), `connect ${ada}`)
  await scene.pass(renewalMs)
  assert.equal(scene.written.at(-1), `disconnect ${ada} until ${renewalMs + graceMs}`)
})

test('a departure that failed to be stored is logged and stored a second later, with the same grace period', async () => {
  const scene = new Scene()
  const target = await scene.logIn()
  await scene.logIn(grace)
  scene.takeWritten()
  const hold = gate()
  scene.hold = hold
  scene.leave(target)
  hold.fail(new Error('away'))
  await scene.settle()
  assert.deepEqual(scene.logged, ['A background job failed, and will be tried again'])
  scene.hold = undefined
  await scene.pass(renewalMs)
  assert.ok(scene.takeWritten().includes(`disconnect ${ada} until ${graceMs}`))
})

test('an only node writes nothing as time passes, and takes its lease again when another node has ended it', async () => {
  const scene = new Scene({ isOnlyNode: true })
  await scene.settle()
  await scene.logIn()
  assert.deepEqual(scene.takeWritten(), [
    `renew from 0 to ${Number.MAX_SAFE_INTEGER}`,
    `connect ${ada},${ada}`,
  ])
  for (let second = 0; second < 60; second += 1) await scene.pass(renewalMs)
  assert.deepEqual(scene.takeWritten(), [])
  scene.lasts = false
  await scene.pass(renewalMs)
  assert.deepEqual(scene.takeWritten(), [`renew from 61000 to ${Number.MAX_SAFE_INTEGER}`, `connect ${ada}`])
})

test('a starting engine ends the leases of earlier only nodes; an only node ends every other one, once', async () => {
  const living = [
    { id: 'alone', leaseUntil: Number.MAX_SAFE_INTEGER },
    { id: 'of a cluster', leaseUntil: 5_000 },
  ]
  const expected = [
    [false, [`end alone until ${graceMs}`]],
    [true, [`end alone until ${graceMs}`, `end of a cluster until ${graceMs}`]],
  ] as const
  for (const [isOnlyNode, written] of expected) {
    const scene = new Scene({ isOnlyNode, living })
    scene.lost = [{ licenseId: 1, agentIds: [grace], onlineUntil: graceMs }]
    await scene.settle()
    await scene.pass(3 * renewalMs)
    assert.deepEqual(scene.takeWritten(), written)
    assert.deepEqual(
      scene.facts(),
      written.map(() => fact(graceMs, grace)),
    )
  }
})

test('ends nodes whose lease expired, and reports their agents as disconnected', async () => {
  const scene = new Scene()
  scene.expiredCount = 1
  scene.lost = [
    { licenseId: 1, agentIds: [ada], onlineUntil: 500 },
    { licenseId: 1, agentIds: Array.from({ length: 1_001 }, (_, n) => `${n}`), onlineUntil: 700 },
  ]
  await scene.pass(renewalMs)
  assert.deepEqual(scene.takeWritten(), [`end expired at ${renewalMs}: 2000, ${graceMs}, 10`])
  const told = scene.facts().map((one) => ('agentIds' in one ? [one.agentIds.length, one.onlineUntil] : one))
  assert.deepEqual(told, [
    [1, 500],
    [1_000, 700],
    [1, 700],
  ])
})

test('a closing node gives its lease up, with all connected agents', async () => {
  const scene = new Scene()
  await scene.logIn()
  scene.takeWritten()
  scene.lost = [{ licenseId: 1, agentIds: [ada], onlineUntil: graceMs }]
  await scene.background.drain()
  await scene.background.close()
  assert.deepEqual(scene.takeWritten(), [`end until ${graceMs}`])
  assert.deepEqual(scene.facts(), [fact(graceMs, ada)])
})

test('a closing node without agents writes nothing', async () => {
  const scene = new Scene()
  await scene.background.drain()
  await scene.background.close()
  assert.deepEqual(scene.written, [])
})
