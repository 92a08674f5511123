import type { Locator, Page } from 'playwright-core'

export interface AppFields {
  readonly name?: string
  readonly type?: 'In the browser' | 'On a server'
  readonly redirectUris?: readonly string[]
  /** Scopes that are checked in the form, whatever was checked before. */
  readonly scopes?: readonly string[]
}

/** The console as an administrator uses it. */
export class ConsoleAt {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
  }

  /** Opens another page of the console by its link. */
  async go(name: 'Apps' | 'Bots' | 'Tokens' | 'Team' | 'Webhooks' | 'Properties'): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name }).click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  /** Returns the card of the app, bot, webhook or property with that name. */
  card(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  /** Returns the button with that name. A button of a card includes the title of the card in its name. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async fill({ name, type, redirectUris, scopes = [] }: AppFields): Promise<void> {
    if (name !== undefined) await this.dialog.getByLabel('Name', { exact: true }).fill(name)
    if (type !== undefined) await this.dialog.getByRole('radio', { name: new RegExp(`^${type}`) }).check()
    if (redirectUris !== undefined)
      await this.dialog.getByLabel('Redirect URIs').fill(redirectUris.join('\n'))
    for (const scope of scopes) await this.dialog.getByRole('checkbox', { name: scope }).check()
  }

  /** Returns the secret that the dialog shows. */
  async secret(): Promise<string> {
    await this.dialog.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
    return this.page.locator('#secret-value code').innerText()
  }
}
