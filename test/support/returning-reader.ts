import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { at, has, listAt, numberAt, textAt } from './json.js'
import { type Frame, RtmClient } from './rtm-client.js'
import type { Person } from './world.js'

const serviceRestart = 1012

/** A client that catches up whenever it has to reconnect, and records the pushes about chats. */
export class ReturningReader {
  #person: Person
  /** All pushes in order of arrival, over all connections. */
  readonly frames: Frame[] = []
  returnCount = 0
  readonly #known = new Map<string, number>()
  #client: RtmClient | undefined
  #fault: unknown
  #isLeaving = false

  private constructor(person: Person) {
    this.#person = person
  }

  static async connect(person: Person): Promise<ReturningReader> {
    const reader = new ReturningReader(person)
    await reader.#connect()
    return reader
  }

  /** Returns whether the client has received a push of the chat, so that it can catch up on it. */
  knows(chatId: string): boolean {
    return this.#known.has(chatId)
  }

  /** Sends a ping, so that the client counts as alive. Throws the error of the last reconnection, if there was one. */
  ping(): void {
    if (this.#fault !== undefined) throw this.#fault
    if (this.#client?.isOpen) this.#client.request('ping')
  }

  /** Disconnects, and later connects to a node, which may be another one. */
  async move(person: Person, awayMs: number): Promise<void> {
    await this.leave()
    await pause(awayMs)
    this.#person = person
    this.returnCount += 1
    await this.#connect()
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#client?.close()
    if (this.#fault !== undefined) throw this.#fault
  }

  async #connect(): Promise<void> {
    const client = await RtmClient.open(this.#person.rtmUrl())
    client.listen((push) => this.#receive(push))
    const chats = [...this.#known].map(([chat_id, sequence]) => ({ chat_id, sequence }))
    const answer = await client.succeed('login', { token: this.#person.token, catch_up: { chats } })
    for (const chat of listAt(answer, 'catch_up.chats')) assert.equal(at(chat, 'complete'), true)
    this.#client = client
    this.#isLeaving = false
    void client.closed.then(({ code }) => this.#comeBack(code))
  }

  #comeBack(code: number): void {
    if (this.#isLeaving) return
    this.returnCount += 1
    const reconnection =
      code === serviceRestart ? this.#connect() : Promise.reject(new Error(`closed with ${code}`))
    reconnection.catch((fault: unknown) => {
      this.#fault = fault
    })
  }

  #receive(push: Frame): void {
    this.frames.push(push)
    if (!has(push, 'sequence')) return
    const chatId = has(push.payload, 'chat_id')
      ? textAt(push, 'payload.chat_id')
      : textAt(push, 'payload.chat.id')
    this.#known.set(chatId, numberAt(push, 'sequence'))
  }
}
