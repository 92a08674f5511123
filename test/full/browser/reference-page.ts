import type { Locator, Page } from 'playwright-core'
import { waitUntilShown } from './browser.js'

/** The API reference as a reader uses it. */
export class ReferenceAt {
  readonly page: Page
  readonly contents: Locator
  /** The form that sends a call. */
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.contents = page.getByRole('navigation', { name: 'Contents' })
    this.form = page.getByRole('form', { name: /^Try / })
  }

  /** Opens a place of the reference, such as `agent-v0.4/send_event`, by the fragment of the address. */
  async open(place: string, title: string): Promise<void> {
    await this.page.evaluate(`location.hash = '#${place}'`)
    await this.showsTitle(title)
  }

  async showsTitle(title: string): Promise<void> {
    await waitUntilShown(this.page.getByRole('heading', { level: 1, name: title, exact: true }))
  }

  section(title: string): Locator {
    return this.page
      .locator('.reference-section')
      .filter({ has: this.page.getByRole('heading', { level: 2, name: title, exact: true }) })
  }

  /** Returns the field with that name at the top level of a section. */
  field(section: string, name: string): Locator {
    const names = this.page.getByText(name, { exact: true })
    return this.section(section).locator('.schema-field').filter({ has: names }).last()
  }

  async expandAll(): Promise<void> {
    const buttons = this.page.getByRole('button', { name: /^Expand all/ })
    while ((await buttons.count()) > 0) await buttons.first().click()
  }

  /** Sends the call. Resolves with the status line that the form shows. */
  async send(): Promise<string> {
    await this.form.getByRole('button', { name: 'Send request' }).click()
    const state = this.form.locator('.try-state', { hasText: / after \d+ ms$/ })
    await waitUntilShown(state)
    return state.innerText()
  }

  async writeBody(body: unknown): Promise<void> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    await this.form.getByLabel('Body, as JSON').fill(text)
  }

  /** Returns the response that the form shows. */
  async answer(): Promise<unknown> {
    return JSON.parse(await this.page.getByRole('region', { name: 'Live response' }).innerText())
  }
}
