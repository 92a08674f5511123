import type { Frame, RtmClient } from '../support/rtm-client.js'
import type { Person } from '../support/world.js'
import type { Chat } from './chat.js'
import type { ClientApi, Profile, ReceivedSequences, Snapshot } from './client-api.js'
import type { Change } from './push-handlers.js'
import { catchUpField, withoutCatchUp } from './returns.js'

/**
 * A client that reads its chats once after connecting, and keeps them current by the pushes of its single connection.
 */
export class Client {
  readonly person: Person
  readonly api: ClientApi
  /** Names of the received pushes. */
  readonly received: string[] = []
  readonly #chats = new Map<string, Chat>()
  /** Chats that are being read, with the changes that arrived in the meantime. */
  readonly #reading = new Map<string, Change[]>()
  readonly #reads = new Set<Promise<void>>()
  readonly #faults: unknown[] = []
  /** The last received sequence of each chat, while the client catches up. */
  readonly #lastSequences = new Map<string, number>()
  #connection: RtmClient
  #isAway = false
  #wasAway = false
  #profile: Profile | undefined
  #login: unknown
  #isGone = false

  private constructor(person: Person, api: ClientApi, connection: RtmClient) {
    this.person = person
    this.api = api
    this.#connection = connection
  }

  /** Connects the client. With `catchesUp` it may leave and come back. */
  static async connect(person: Person, api: ClientApi, catchesUp = false): Promise<Client> {
    const connection = await person.open(api.version)
    const client = new Client(person, api, connection)
    connection.listen((push) => client.#receive(push))
    const details = catchesUp ? catchUpField(new Map()) : {}
    client.#use(await api.readSnapshot(connection, person.token, details))
    return client
  }

  get connection(): RtmClient {
    return this.#connection
  }

  /** Returns whether the client may have missed pushes that are about no chat, which are not repeated. */
  get wasAway(): boolean {
    return this.#wasAway
  }

  /** Disconnects. The client receives nothing until it comes back. */
  async leave(): Promise<void> {
    if (this.isGone) return
    await this.catchUp()
    if (this.isGone) return
    this.#isAway = true
    this.#wasAway = true
    await this.#connection.close()
  }

  /** Reconnects, catches up on the known chats, and reads those whose pushes are not repeated. */
  async comeBack(): Promise<void> {
    if (!this.#isAway) return
    const connection = await this.person.open(this.api.version)
    connection.listen((push) => this.#receive(push))
    this.#connection = connection
    this.#isAway = false
    const known = [...this.#chats.keys()]
    const sequences = new Map([...this.#lastSequences].filter(([id]) => this.#chats.has(id)))
    await this.#unlessGone(this.#logInAgain(connection, known, sequences))
  }

  async #logInAgain(
    connection: RtmClient,
    known: readonly string[],
    sequences: ReceivedSequences,
  ): Promise<void> {
    const answer = await this.api.comeBack(connection, this.person.token, sequences)
    this.#profile = answer.profile
    const unknown = [...known, ...answer.listedIds].filter((id) => !sequences.has(id))
    for (const id of new Set([...answer.incompleteIds, ...unknown])) {
      if (!this.#reading.has(id)) this.#startReading(id)
    }
  }

  get chats(): ReadonlyMap<string, Chat> {
    return this.#chats
  }

  /** The state of the client, in the form in which it would be read. */
  get folded(): unknown {
    const answers = [...this.#chats].map(([id, chat]) => [id, this.api.answersAbout(chat)] as const)
    return { profile: this.#profile, login: this.#login, chats: Object.fromEntries(answers) }
  }

  get profile(): Profile | undefined {
    return this.#profile
  }

  /** Whether the client has no connection, because it is away or because the engine has ended it. */
  get isGone(): boolean {
    return this.#isGone || this.#isAway || !this.connection.isOpen
  }

  /** Resolves once everything on its way has arrived and no chat is being read. */
  async catchUp(): Promise<void> {
    if (!this.isGone) await this.#unlessGone(this.connection.call('ping'))
    while (this.#reads.size > 0) await Promise.all(this.#reads)
    const [fault] = this.#faults
    if (fault !== undefined) throw fault
  }

  #use({ profile, login, chats }: Snapshot): void {
    this.#profile = profile
    this.#login = withoutCatchUp(login)
    for (const [id, { state, sequence }] of chats) {
      this.#chats.set(id, state)
      if (sequence !== undefined) this.#lastSequences.set(id, sequence)
    }
  }

  #receive(push: Frame): void {
    try {
      this.received.push(String(push.action))
      const change = this.api.changeBy(push)
      const { sequence } = push
      if (change.chatId !== undefined && typeof sequence === 'number')
        this.#lastSequences.set(change.chatId, sequence)
      this.#fold(change)
    } catch (fault) {
      this.#faults.push(fault)
    }
  }

  #fold(change: Change): void {
    const { inEach, ofProfile } = change
    if (change.isEnd) this.#isGone = true
    if (ofProfile !== undefined) this.#profile = this.#profile && ofProfile(this.#profile)
    if (inEach !== undefined) {
      for (const [id, chat] of this.#chats) this.#chats.set(id, inEach(chat))
      for (const waiting of this.#reading.values()) waiting.push({ inChat: inEach })
    }
    if (change.chatId !== undefined) this.#foldInto(change.chatId, change)
  }

  #foldInto(chatId: string, change: Change): void {
    const waiting = this.#reading.get(chatId)
    if (waiting !== undefined) {
      waiting.push(change)
      return
    }
    const known = this.#chats.get(chatId)
    const chat = known === undefined ? change.begins : folded(known, change)
    if (chat !== undefined) this.#chats.set(chatId, chat)
    if (chat === undefined || this.#mayBeHidden(change)) this.#startReading(chatId)
  }

  /**
   * Returns whether the client may no longer see the chat. An agent is not pushed changes to its groups; an
   * administrator sees every chat.
   */
  #mayBeHidden({ mayHide = false }: Change): boolean {
    return mayHide && this.#profile?.permission !== 'administrator'
  }

  #startReading(chatId: string): void {
    this.#reading.set(chatId, [])
    const read = this.#unlessGone(this.#read(chatId)).catch((fault: unknown) => {
      this.#faults.push(fault)
    })
    this.#reads.add(read)
    void read.finally(() => this.#reads.delete(read))
  }

  async #read(chatId: string): Promise<void> {
    const chat = await this.api.readChat(this.connection, chatId)
    const waiting = this.#reading.get(chatId) ?? []
    this.#reading.delete(chatId)
    if (chat === undefined) this.#chats.delete(chatId)
    else this.#chats.set(chatId, waiting.reduce(folded, chat))
    const mustReadAgain = waiting.some((change) => {
      return chat === undefined ? change.chatId !== undefined : this.#mayBeHidden(change)
    })
    if (mustReadAgain) this.#startReading(chatId)
  }

  /** Ignores that a call gets no response when its connection has ended. */
  async #unlessGone(answer: Promise<unknown>): Promise<void> {
    try {
      await answer
    } catch (fault) {
      if (!this.isGone) throw fault
    }
  }
}

function folded(chat: Chat, { inChat }: Change): Chat {
  return inChat === undefined ? chat : inChat(chat)
}
