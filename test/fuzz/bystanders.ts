import assert from 'node:assert/strict'
import { RtmPeer } from './rtm-peer.js'
import { rtmUrl, tokenOf, type World } from './world.js'

/** Users of another license who stay connected and must not notice any attack. */
export class Bystanders {
  readonly #world: World
  readonly #customer: RtmPeer
  readonly #agent: RtmPeer
  readonly #chat: string
  #messageCount = 0

  private constructor(world: World, customer: RtmPeer, agent: RtmPeer, chat: string) {
    this.#world = world
    this.#customer = customer
    this.#agent = agent
    this.#chat = chat
  }

  static async connect(world: World): Promise<Bystanders> {
    const customer = await RtmPeer.open(rtmUrl(world, world.bystanders, 'customer', 'v0.5'))
    await customer.request('login', { token: tokenOf(world.bystanders, 'customer') })
    const agent = await RtmPeer.open(rtmUrl(world, world.bystanders, 'agent', 'v0.4'))
    await agent.request('login', { token: tokenOf(world.bystanders, 'agent') })
    return new Bystanders(world, customer, agent, await chatOf(world))
  }

  /**
   * Checks that connections and the chat are unchanged. Then the customer sends a message, and the agent must receive
   * only that.
   */
  async checkUndisturbed(): Promise<void> {
    await this.#customer.request('ping', {})
    await this.#agent.request('ping', {})
    assert.deepEqual([...this.#customer.pushes, ...this.#agent.pushes], [], 'a bystander received a push')
    if (this.#messageCount === 0)
      assert.equal(await chatOf(this.#world), this.#chat, "the bystanders' chat changed")
    this.#messageCount += 1
    const { chatId } = this.#world.bystanders
    const text = `message ${this.#messageCount}`
    const sent = await this.#customer.request('send_event', {
      chat_id: chatId,
      event: { type: 'message', text },
    })
    await this.#agent.request('ping', {})
    const pushes = [...this.#customer.pushes.splice(0), ...this.#agent.pushes.splice(0)]
    assert.deepEqual(
      pushes.map(({ action }) => action),
      ['incoming_event', 'incoming_event'],
    )
    for (const push of pushes) assert.match(JSON.stringify(push), new RegExp(`"text":"${text}"`))
    // The order is one higher than the number of messages, because the chat began with another one.
    assert.match(JSON.stringify(sent), new RegExp(`"order":${this.#messageCount + 1}[,}]`))
  }

  leave(): void {
    this.#customer.close()
    this.#agent.close()
  }
}

async function chatOf({ engine, bystanders }: World): Promise<string> {
  const { chatId, threadId, agentId } = bystanders
  const { chat } = await engine.as({ agentId }).getChatThreads({ chat_id: chatId, thread_ids: [threadId] })
  return JSON.stringify(chat)
}
