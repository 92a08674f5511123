import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A script that calls an action of the Customer API in the page, as the customer of its cookie. */
const callAction = `
  const session = await fetch('/quickstart/customer-session', { method: 'POST' })
  const { access_token, license_id } = await session.json()
  const call = async (action, payload) => {
    const answer = await fetch('/customer/v0.5/action/' + action + '?license_id=' + license_id, {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + access_token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload }),
    })
    return answer.json()
  }
`

/** A customer on the shop's page who writes in the chat window. */
export class CustomerAt {
  readonly page: Page
  readonly log: Locator

  constructor(page: Page) {
    this.page = page
    this.log = page.locator('#chat-log')
  }

  async openChat(): Promise<void> {
    await this.page.getByRole('button', { name: /^Open chat/ }).click()
  }

  async introduce(name: string, text: string): Promise<void> {
    await this.page.getByLabel('Your name').fill(name)
    await this.page.getByLabel('Your message').fill(text)
    await this.page.getByRole('button', { name: 'Start chat' }).click()
  }

  /** Types key by key, without sending. */
  async type(text: string): Promise<void> {
    await this.field.pressSequentially(text)
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text)
    await this.field.press('Enter')
  }

  /** Ends the chat and confirms it. */
  async endChat(): Promise<void> {
    await this.page.getByRole('button', { name: 'End chat' }).click()
    await this.page
      .getByRole('dialog', { name: 'End this chat?' })
      .getByRole('button', { name: 'End chat' })
      .click()
  }

  async attach(...files: readonly ChosenFile[]): Promise<void> {
    await this.page.locator('#chat-files').setInputFiles([...files])
  }

  /** Sets session fields like the scripts of the shop would. */
  async enterDetails(fields: Readonly<Record<string, string>>): Promise<void> {
    await this.page.evaluate(
      `(async () => { ${callAction} await call('update_customer', ${JSON.stringify({ fields })}) })()`,
    )
  }

  /** Sends events that the page itself never sends, to the newest chat. */
  async sendEvents(events: readonly object[]): Promise<void> {
    const isSent = await this.page.evaluate<boolean>(`(async () => {
      ${callAction}
      const { chats_summary } = await call('get_chats_summary', {})
      for (const event of ${JSON.stringify(events)}) {
        const answer = await call('send_event', { chat_id: chats_summary[0].id, event })
        if (answer.thread_id === undefined) return false
      }
      return true
    })()`)
    assert.equal(isSent, true, 'the engine takes the events')
  }

  get field(): Locator {
    return this.page.getByLabel('Message', { exact: true })
  }

  message(text: string): Locator {
    return bubble(this.log, text)
  }
}

/** An agent at the desk. */
export class AgentAt {
  readonly page: Page
  readonly log: Locator
  readonly accepting: Locator

  constructor(page: Page) {
    this.page = page
    this.log = page.locator('#log')
    this.accepting = page.getByRole('switch', { name: 'Accepting chats' })
  }

  /** Returns the row of a customer's chat in the list. */
  row(customer: string): Locator {
    return this.page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: customer })
  }

  /** Opens a chat and waits until the address contains it, which happens a moment after the click. */
  async open(customer: string): Promise<void> {
    await this.row(customer).click()
    await this.page.locator('#chat-name', { hasText: customer }).waitFor()
  }

  /** Stops accepting chats: new chats go to another agent, or wait until an agent joins them. */
  async stopAccepting(): Promise<void> {
    await this.page.locator('#accepting[aria-checked=true]').click()
    await this.page.locator('#accepting[aria-checked=false]').waitFor()
  }

  async type(text: string): Promise<void> {
    await this.field.pressSequentially(text)
  }

  async send(text: string): Promise<void> {
    await this.#send('Reply', text)
  }

  async note(text: string): Promise<void> {
    await this.#send('Internal note', text)
  }

  message(text: string): Locator {
    return bubble(this.log, text)
  }

  async writeFor(recipients: 'Reply' | 'Internal note'): Promise<void> {
    await this.page.getByRole('radio', { name: recipients }).check()
  }

  /** Closes the open chat and confirms it. */
  async closeChat(): Promise<void> {
    await this.button('Close chat').click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click()
  }

  get field(): Locator {
    return this.page.getByLabel('Message', { exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async #send(recipients: 'Reply' | 'Internal note', text: string): Promise<void> {
    await this.writeFor(recipients)
    await this.field.fill(text)
    await this.field.press('Enter')
  }
}

/** Returns the bubble of a stored message. One that is still being sent has an additional line. */
function bubble(log: Locator, text: string): Locator {
  return log
    .getByRole('article')
    .filter({ hasNotText: /Sending…|Waiting for the connection…|Not sent/ })
    .getByText(text, { exact: true })
}
