import type { Page } from 'playwright-core'
import { waitUntilShown } from './browser.js'

export interface Account {
  readonly login: string
  readonly password: string
}

/** Opens the pop-up of "Sign in with Parley". */
export async function openSignIn(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in with Parley' }).click(),
  ])
  return popup
}

export async function enterPassword(popup: Page, { login, password }: Account): Promise<void> {
  await popup.getByLabel('Login').fill(login)
  await popup.getByLabel('Password').fill(password)
  await popup.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in from the button to the page behind it, with password and consent. */
export async function signIn(page: Page, account: Account): Promise<void> {
  const popup = await openSignIn(page)
  await enterPassword(popup, account)
  await allow(popup)
  await waitUntilShown(page.getByRole('button', { name: 'Sign out' }))
}

/** Gives consent. The pop-up then closes automatically. */
export async function allow(popup: Page): Promise<void> {
  await Promise.all([
    popup.waitForEvent('close'),
    popup.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true }),
  ])
}
