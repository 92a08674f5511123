import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { ClusterNode } from './cluster.js'
import { conversation, type Name, type Step } from './conversation.js'
import { Person } from './person.js'
import { type ClientNodes, paths } from './places.js'
import type { Shop } from './shop.js'
import type { Story } from './story.js'
import { type Dial, overSocketIo, overWebSocket } from './wires.js'

export interface Stage {
  readonly nodes: readonly ClusterNode[]
  readonly places: ClientNodes
  /** Address of the proxy. */
  readonly url: string
  readonly shop: Shop
  readonly story: Story
  /** Pause between two messages. */
  readonly paceMs: number
}

const lookMs = 20
const patienceMs = 30_000

/** Plays the conversation, and kills and restarts nodes meanwhile. */
export class Play {
  readonly ada: Person
  readonly casey: Person
  readonly #stage: Stage
  /** Messages that were being sent when the sender's node was killed. */
  readonly #unfinished = new Map<Name, Promise<void>>()
  #killed: ClusterNode | undefined
  #reviving: Promise<void> = Promise.resolve()

  constructor(stage: Stage) {
    this.#stage = stage
    const { shop, url } = stage
    const query = { license_id: String(shop.licenseId) }
    const byWebSocket = overWebSocket(`${url.replace('http', 'ws')}${paths.Ada}`)
    this.ada = this.#person('Ada', shop.agentToken, byWebSocket)
    this.casey = this.#person('Casey', shop.customerToken, overSocketIo(url, paths.Casey, query))
  }

  async run(): Promise<void> {
    // The agent must be connected before the chat starts, so that routing assigns it.
    await this.#has(() => this.ada.isThere)
    await this.casey.startChat()
    await this.#has(() => this.ada.hasChat)
    for (const step of conversation) {
      await pause(this.#stage.paceMs)
      await this.#perform(step)
    }
    await Promise.all([...this.#unfinished.values(), this.#reviving])
    // Waits until the last messages have also reached the other person.
    for (const person of [this.ada, this.casey]) {
      const { length } = await person.stored()
      await this.#has(() => person.transcript.size >= length)
    }
  }

  /** Disconnects both persons. */
  end(): void {
    for (const person of [this.ada, this.casey]) person.leave()
  }

  async #perform(step: Step): Promise<void> {
    if (step === 'the node starts again') this.#revive()
    else if ('text' in step) await this.#say(step.who, step.text)
    else await this.#cutOff(step.who, step.isCutOffSaying)
  }

  async #say(who: Name, text: string): Promise<void> {
    await this.#unfinished.get(who)
    const wasSentAgain = await this.#called(who).say(text)
    this.#stage.story.showMessage(
      who,
      text,
      wasSentAgain ? '(sent again with the same key, stored once)' : '',
    )
  }

  async #cutOff(who: Name, text: string): Promise<void> {
    const { nodes, places, story } = this.#stage
    await this.#reviving
    const { name } = places.nodeOf(who)
    const node = nodes.find((candidate) => candidate.name === name)
    if (node === undefined) throw new Error(`there is no node ${name}`)
    const sending = this.#say(who, text)
    // The result is awaited before the person's next message, or at the end.
    sending.catch(() => {})
    this.#unfinished.set(who, sending)
    await nextTurn()
    story.showFailure(`kill -9 ${node.pid}: node ${node.name} is gone while ${who} says something`)
    await node.kill()
    this.#killed = node
  }

  /** Restarts the killed node while the conversation goes on. */
  #revive(): void {
    const node = this.#killed
    if (node === undefined) throw new Error('no node was killed')
    this.#reviving = node.start().then(() => {
      this.#stage.story.showEvent(`Node ${node.name} is there again, as process ${node.pid}`)
    })
    // The restart is awaited before another node is killed, or at the end.
    this.#reviving.catch(() => {})
  }

  #person(name: Name, token: string, dial: Dial): Person {
    const { places, story } = this.#stage
    let wasThere = false
    const onChange = () => {
      const place = `node ${places.nodeOf(name).name}`
      story.showEvent(
        wasThere ? `${name} is back, on ${place}, and catches up` : `${name} comes, to ${place}`,
      )
      wasThere = true
    }
    return new Person({ name, token, dial, onChange })
  }

  #called(who: Name): Person {
    return who === 'Ada' ? this.ada : this.casey
  }

  async #has(isSo: () => boolean): Promise<void> {
    for (const until = performance.now() + patienceMs; !isSo(); await pause(lookMs)) {
      if (performance.now() > until) throw new Error(`nothing has come for ${patienceMs / 1_000} s`)
    }
  }
}
