import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has, listAt, numberAt, textAt } from '../../support/json.js'
import type { Frame } from '../../support/rtm-client.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const hourMs = 3_600_000
/** A text of 48 KiB. */
const longText = '語'.repeat(16_384)

const catchUpFrom = (...chats: readonly (readonly [string, number])[]) => ({
  catch_up: { chats: chats.map(([chat_id, sequence]) => ({ chat_id, sequence })) },
})

interface CatchUp {
  readonly complete: readonly unknown[]
  readonly pushes: readonly Frame[]
}

async function comeBack(person: Person, details: object): Promise<CatchUp> {
  const client = await person.open()
  const answer = await client.succeed('login', { token: person.token, ...details })
  const complete = listAt(answer, 'catch_up.chats').map((chat) => at(chat, 'complete'))
  const pushes = await client.pushes()
  await client.close()
  return { complete, pushes }
}

proving('catching up', (storage) => {
  const suite = useEngine(storage)

  async function setUp() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const inProcess = world.engine.parley.as({ customerId: customer.id })
    const repeat = async (count: number, text: string, chat_id = chatId) => {
      const event = { type: 'message', text } as const
      for (let sent = 0; sent < count; sent += 1) await inProcess.sendEvent({ chat_id, event })
    }
    return { world, customer, agent, chatId, repeat }
  }

  verifies(
    ['decisions.16.9.sequence', 'decisions.16.9.missed'],
    'a client that asks for it receives sequences, and missed pushes unchanged',
    async () => {
      const { customer, agent, chatId } = await setUp()
      const plain = await agent.connect()
      const sequenced = await agent.connect(undefined, catchUpFrom())
      await say(customer, chatId, 'Hello')
      const [pushed] = await sequenced.pushes()
      assert.ok(pushed)
      const { sequence, ...unsequenced } = pushed
      assert.equal(sequence, 2)
      assert.deepEqual(await plain.pushes(), [unsequenced])
      assert.deepEqual(await comeBack(agent, catchUpFrom([chatId, 1])), {
        complete: [true],
        pushes: [pushed],
      })
      const list = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => has(chat, 'sequence'))
      assert.deepEqual(list(await plain.succeed('get_filtered_chats')), [false])
      assert.deepEqual(list(await sequenced.succeed('get_filtered_chats')), [true])
    },
  )

  verifies('decisions.16.9.chats', 'a login names at most 100 chats', async () => {
    const { agent, chatId } = await setUp()
    const many = (count: number) => catchUpFrom(...Array.from({ length: count }, () => [chatId, 1] as const))
    const client = await agent.open()
    const refused = await client.refuse('login', { token: agent.token, ...many(101) })
    assert.equal(at(refused, 'type'), 'validation')
    await client.succeed('login', { token: agent.token, ...many(100) })
  })

  verifies(
    ['decisions.16.9.facts', 'decisions.16.9.behind'],
    'a client receives up to a thousand missed changes',
    async () => {
      const { world, agent, chatId, repeat } = await setUp()
      await repeat(1_000, 'x')
      const { complete, pushes } = await comeBack(agent, catchUpFrom([chatId, 1]))
      assert.deepEqual([complete, pushes.length], [[true], 1_000])
      const another = await world.customer()
      const other = await startChat(another)
      const catchUpRequest = catchUpFrom([chatId, 2], [other.chatId, 1])
      await say(another, other.chatId, 'one')
      const both = await comeBack(agent, catchUpRequest)
      assert.deepEqual([both.complete, both.pushes.length], [[true, true], 1_000])
      await say(another, other.chatId, 'one more')
      const one = await comeBack(agent, catchUpRequest)
      assert.deepEqual([one.complete, one.pushes.length], [[true, false], 999])
      await repeat(1, 'x')
      assert.deepEqual((await comeBack(agent, catchUpFrom([chatId, 1]))).complete, [false])
    },
  )

  verifies('decisions.16.9.bytes', 'a client receives up to three mebibytes of missed changes', async () => {
    const { agent, chatId, repeat } = await setUp()
    await repeat(66, longText)
    const result = await comeBack(agent, catchUpFrom([chatId, 8]))
    assert.deepEqual(result.complete, [true])
    const bytes = result.pushes.reduce((sum, frame) => sum + Buffer.byteLength(JSON.stringify(frame)), 0)
    assert.ok(bytes > 2.5 * 1_048_576 && bytes <= 3 * 1_048_576, `${bytes} bytes`)
    assert.deepEqual(await comeBack(agent, catchUpFrom([chatId, 1])), { complete: [false], pushes: [] })
  })

  verifies('decisions.16.9.kept', 'missed pushes that are not messages are sent for a day', async () => {
    const { world, customer, chatId } = await setUp()
    const known = catchUpFrom([chatId, 1])
    await customer.web().succeed('update_customer', { name: 'Robin' })
    suite.engine.clock.advance(23 * hourMs)
    // The tokens of the earlier users are no longer valid.
    const agent = await world.agent('bob')
    assert.deepEqual((await comeBack(agent, known)).complete, [true])
    suite.engine.clock.advance(1.5 * hourMs)
    let complete: readonly unknown[] = [true]
    for (let look = 0; look < 50 && complete[0] === true; look += 1) {
      suite.engine.clock.advance(60_000)
      complete = (await comeBack(agent, known)).complete
    }
    assert.deepEqual(complete, [false])
  })

  verifies(
    ['decisions.16.9.visible', 'decisions.16.9.no_chat'],
    'a client receives missed pushes that it may see now, and none that are about no chat',
    async () => {
      const { world, customer, agent, chatId } = await setUp()
      const member = await world.agent('cleo', { permission: 'normal', groups: [4] })
      await say(customer, chatId, 'Hello')
      await say(agent, chatId, 'for agents', { recipients: 'agents' })
      const { id: customer_id } = await world.customer()
      await agent.web().succeed('ban_customer', { customer_id, ban: { days: 1 } })
      await agent.web().succeed('multicast', { scopes: { agents: { all: true } }, content: {} })
      const ofCustomer = await comeBack(customer, catchUpFrom([chatId, 1]))
      const texts = ofCustomer.pushes.flatMap((frame) =>
        frame.action === 'incoming_event' ? [textAt(frame, 'payload.event.text')] : [],
      )
      assert.deepEqual(texts, ['Hello'])
      const ofMember = await comeBack(member, catchUpFrom([chatId, 1]))
      assert.ok(ofMember.pushes.every((frame) => numberAt(frame, 'sequence') > 1))
      await agent.web().succeed('update_chat_scopes', { chat_id: chatId, add_scopes: { groups: [3] } })
      assert.deepEqual(await comeBack(member, catchUpFrom([chatId, 1])), { complete: [false], pushes: [] })
    },
  )
})
