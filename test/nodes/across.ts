import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { say, startChat } from '../support/conversations.js'
import { eventually } from '../support/deadline.js'
import type { TestEngine } from '../support/engine.js'
import { at, textAt } from '../support/json.js'
import { byProfile } from '../support/profile.js'
import type { BusKind, SeveralNodes } from '../support/several-nodes.js'
import { useSeveralNodes } from '../support/several-nodes.js'

const withinMs = 1_000
/** Additional time that a busy machine may need, in milliseconds. The nightly profile has the machine to itself. */
const busyMs = byProfile({ quick: 500, full: 4_000, nightly: 0 })

const locations = { event: { agent: { read: true, write: true } } }

/** Registers tests that hold across nodes, with a bus as in production. */
export function testAcrossNodes(busKind: BusKind, count: number): void {
  const nodes = useSeveralNodes(busKind, count)

  test('pushes reach the sessions of all nodes in order', async () => {
    const { first, all } = enginesOf(nodes())
    const world = await first.world()
    const agent = await world.agent('ada')
    const desks = await Promise.all(all.map((engine) => agent.on(engine).connect()))
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
    for (const text of texts) await say(customer, chatId, text)
    for (const desk of desks) {
      for (const text of texts) assert.equal(textAt(await desk.push('incoming_event'), 'event.text'), text)
    }
  })

  test('a long push between short ones arrives complete', async () => {
    const { first, last } = enginesOf(nodes())
    const world = await first.world()
    const desk = await (await world.agent('ada')).on(last).connect()
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const texts = ['short', '👋ö"\\'.repeat(2_500), 'short again']
    for (const text of texts) await say(customer, chatId, text)
    for (const text of texts) assert.equal(textAt(await desk.push('incoming_event'), 'event.text'), text)
  })

  test('a sneak peek reaches agents on other nodes', async () => {
    const { first, last } = enginesOf(nodes())
    const world = await first.world()
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const desk = await (await world.agent('ada')).on(last).connect()
    const phone = await customer.connect()
    await phone.succeed('send_sneak_peek', { chat_id: chatId, sneak_peek_text: 'I want' })
    assert.equal(textAt(await desk.push('incoming_sneak_peek'), 'sneak_peek.text'), 'I want')
  })

  test('revoking a token ends its sessions on all nodes within a second', async (context) => {
    const { first, all } = enginesOf(nodes())
    const agent = await (await first.world()).agent('ada')
    const desks = await Promise.all(all.map((engine) => agent.on(engine).connect()))
    const from = performance.now()
    await first.parley.admin.tokens.revoke(agent.token)
    await Promise.all(desks.map((desk) => desk.waitForEnd()))
    const durationMs = performance.now() - from
    context.diagnostic(`the last session ended after ${Math.round(durationMs)} ms`)
    assert.ok(durationMs < withinMs + busyMs)
    assert.equal((await agent.on(enginesOf(nodes()).last).web().post('get_filtered_chats')).status, 401)
  })

  test('a customer who is banned on one node is banned on all', async () => {
    const { first, all, last } = enginesOf(nodes())
    const world = await first.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const phones = await Promise.all(all.map((engine) => customer.on(engine).connect()))
    await agent.web().succeed('ban_customer', { customer_id: customer.id, ban: { days: 2 } })
    for (const phone of phones) assert.equal((await phone.waitForEnd()).code, 4003)
    assert.equal((await customer.on(last).web().post('get_chats_summary')).status, 403)
  })

  test('configuration that is changed on one node applies on all', async () => {
    const { first, last } = enginesOf(nodes())
    const world = await first.world()
    const desk = await (await world.agent('ada')).on(last).connect()
    const { chatId } = await startChat(await world.customer())
    const event = { type: 'message', text: 'Hello', properties: { shop: { color: 'red' } } }
    const send = async () => at(await desk.call('send_event', { chat_id: chatId, event }), 'success')
    assert.equal(await send(), false)
    const property = { licenseId: world.licenseId, namespace: 'shop', name: 'color' }
    await first.parley.admin.properties.createOrReplace({ ...property, type: 'string', locations })
    const from = performance.now()
    await eventually(async () => assert.equal(await send(), true))
    assert.ok(performance.now() - from < withinMs + busyMs)
  })

  test('a changed agent is shown and treated as changed on the other nodes', async () => {
    const { first, last } = enginesOf(nodes())
    const world = await first.world()
    const [agent, colleague] = [await world.agent('ada'), await world.agent('bob')]
    const [desk, other] = [await agent.on(last).connect(), await colleague.on(last).connect()]
    await agent.web().succeed('update_agent', { routing_status: 'not_accepting_chats' })
    const update = { agent_id: agent.id, routing_status: 'not_accepting_chats' }
    await other.next((frame) => isDeepStrictEqual(frame.payload, update), 'the update')
    await first.parley.admin.agents.delete(agent.id)
    await desk.waitForEnd()
  })

  test('each node reports that its bus works', async () => {
    for (const { parley } of enginesOf(nodes()).all) {
      assert.deepEqual(await parley.health(), { status: 'ok', storage: 'ok', bus: 'ok' })
    }
  })
}

function enginesOf({ engines }: SeveralNodes): {
  readonly first: TestEngine
  readonly last: TestEngine
  readonly all: readonly TestEngine[]
} {
  const [first, last] = [engines[0], engines.at(-1)]
  assert.ok(first && last)
  return { first, last, all: engines }
}
