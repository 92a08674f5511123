import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { defaultRates } from '../../support/rates.js'
import { forEachStorage } from '../../support/storages.js'
import { post } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'

const tooMany = { type: 'too_many_requests', message: 'Too many requests' }
const request = { scopes: { agents: { all: true } }, content: 'Hello' }

const send = async (person: Person) => (await person.web().post('multicast', request)).status

forEachStorage('the rate limit of multicasts', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates })
  const later = (ms: number) => suite.engine.clock.advance(ms)

  test('multicast allows a burst of 5 and 1 a second per caller, across transports and versions', async () => {
    const world = await suite.world()
    const sender = await world.agent('ada')
    const [desk, older] = [await sender.connect(), await sender.connect('v0.3')]
    const broadcast = { scopes: { groups: [0] }, content: 'Hello' }
    await desk.succeed('multicast', request)
    await older.succeed('send_broadcast', broadcast)
    await sender.web('v0.3').succeed('send_broadcast', broadcast)
    assert.deepEqual([await send(sender), await send(sender)], [200, 200])
    const { status, headers, body } = await sender.web().post('multicast', request)
    assert.deepEqual([status, headers.get('retry-after'), at(body, 'error')], [429, '1', tooMany])
    assert.deepEqual(await desk.refuse('multicast', request), tooMany)
    assert.deepEqual(await older.refuse('send_broadcast', broadcast), tooMany)
    // Other requests are still allowed.
    await desk.succeed('get_filtered_chats')
    await sender.web().succeed('get_filtered_chats')
    later(1_000)
    assert.deepEqual([await send(sender), await send(sender)], [200, 429])
    later(10_000)
    const statuses = []
    for (let count = 0; count < 7; count += 1) statuses.push(await send(sender))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
  })

  test('a multicast beyond the rate limit is not pushed', async () => {
    const world = await suite.world()
    const [sender, other] = [await world.agent('ada'), await world.agent('bob')]
    const desk = await other.connect()
    for (let count = 0; count < 8; count += 1) await send(sender)
    const pushes = await desk.pushes()
    assert.equal(pushes.filter(({ action }) => action === 'incoming_multicast').length, 5)
  })

  test('the rate limit of multicasts is counted per caller', async () => {
    const world = await suite.world()
    const [one, other] = [await world.agent('ada'), await world.agent('bob')]
    for (let count = 0; count < 6; count += 1) await send(one)
    assert.equal(await send(other), 200)
    const { admin } = world.engine.parley
    const { clientId } = await admin.apps.create({
      ...{ licenseId: world.licenseId, name: 'Desk', type: 'browser', visibility: 'private' },
      redirectUris: ['https://example.com/'],
      scopes: ['multicast:write'],
    })
    const tokens = []
    for (let count = 0; count < 2; count += 1) {
      const issued = await admin.tokens.createForAgent({
        licenseId: world.licenseId,
        agentId: other.id,
        clientId,
      })
      tokens.push(issued.accessToken)
    }
    const statuses = []
    for (let count = 0; count < 6; count += 1) {
      const token = tokens[count % 2] ?? ''
      const path = ['agent', 'v0.4', 'multicast'] as const
      statuses.push((await post(world.engine.origin, path, { token, payload: request })).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  test('the rate limit of multicasts does not count refused and repeated requests', async () => {
    const world = await suite.world()
    const sender = await world.agent('ada')
    for (let count = 0; count < 8; count += 1) {
      assert.equal((await sender.web().post('multicast', { scopes: {}, content: 1 })).status, 400)
    }
    const idempotencyKey = 'once'
    for (let count = 0; count < 8; count += 1) {
      await sender.web().succeed('multicast', request, { idempotencyKey })
    }
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push(await send(sender))
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
  })
})

forEachStorage('the byte rate limit of multicasts', (storage) => {
  const rates = { ...defaultRates, appPushBytesPerSecond: 65_536 }
  const suite = useEngine(storage, { rates, fixed: { rates: { multicastBurstCount: 1_000 } } })

  test('the bytes of a multicast count for its sender, for at least 16 recipients', async () => {
    const world = await suite.world()
    const [sender, other] = [await world.agent('ada'), await world.agent('bob')]
    const desk = await other.connect()
    const long = { scopes: { agents: { ids: [other.id] } }, content: 'x'.repeat(16_000) }
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await sender.web().post('multicast', long)).status)
    }
    // The burst is 256 KiB, and each push counts as 16 of 16 KB.
    assert.deepEqual(statuses, [200, 200, 429, 429])
    assert.equal((await desk.pushes()).length, 2)
    assert.equal((await sender.web().post('get_filtered_chats')).status, 429)
    await other.web().succeed('multicast', { scopes: { agents: { ids: [sender.id] } }, content: 1 })
    suite.engine.clock.advance(10_000)
    assert.equal((await sender.web().post('multicast', long)).status, 200)
  })
})
