import type { Locator, Page } from 'playwright-core'

/** Somebody on the shop's page, writing in the chat window. */
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
    await this.page.getByLabel('Message', { exact: true }).pressSequentially(text)
  }

  async send(text: string): Promise<void> {
    const field = this.page.getByLabel('Message', { exact: true })
    await field.fill(text)
    await field.press('Enter')
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

  /** The row of a customer's chat in the list. */
  row(customer: string): Locator {
    return this.page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: customer })
  }

  async type(text: string): Promise<void> {
    await this.page.getByLabel('Message', { exact: true }).pressSequentially(text)
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

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async #send(recipients: 'Reply' | 'Internal note', text: string): Promise<void> {
    await this.page.getByRole('radio', { name: recipients }).check()
    const field = this.page.getByLabel('Message', { exact: true })
    await field.fill(text)
    await field.press('Enter')
  }
}

/** A stored message: one on its way carries a line that says so. */
function bubble(log: Locator, text: string): Locator {
  return log
    .getByRole('article')
    .filter({ hasNotText: /Sending…|Waiting for the connection…|Not sent/ })
    .getByText(text, { exact: true })
}
