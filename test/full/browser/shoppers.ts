import assert from 'node:assert/strict'
import { at, textAt } from '../../support/json.js'

/** A customer without a page, who calls the Customer API directly. */
export class Shopper {
  readonly #origin: string
  readonly #token: string
  readonly #licenseId: string

  private constructor(origin: string, token: string, licenseId: string) {
    this.#origin = origin
    this.#token = token
    this.#licenseId = licenseId
  }

  static async arrive(address: string, name: string): Promise<Shopper> {
    const { origin } = new URL(address)
    const answer = await fetch(`${origin}/quickstart/customer-session`, { method: 'POST' })
    const session: unknown = await answer.json()
    const shopper = new Shopper(origin, textAt(session, 'access_token'), String(at(session, 'license_id')))
    await shopper.call('update_customer', { name })
    return shopper
  }

  /** Starts a chat and resolves with its id. With `group` only that group can see it. */
  async ask(text: string, group?: number): Promise<string> {
    const event = { type: 'message', text }
    const scopes = group === undefined ? undefined : { groups: [group] }
    const chat = { scopes, thread: { events: [event] } }
    return textAt(await this.call('start_chat', { chat }), 'chat.id')
  }

  async call(action: string, payload: object): Promise<unknown> {
    const url = `${this.#origin}/customer/v0.5/action/${action}?license_id=${this.#licenseId}`
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ payload }) })
    const body: unknown = await answer.json()
    assert.equal(answer.status, 200, `${action} was refused: ${JSON.stringify(body)}`)
    return body
  }
}
