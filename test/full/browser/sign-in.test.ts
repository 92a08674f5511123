import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { AgentAt } from './people.js'
import { allow, enterPassword, openSignIn } from './sign-in.js'
import { Stage } from './stage.js'

let stage: Stage
let desk: Page

before(async () => {
  stage = await Stage.open()
  desk = await stage.browser.open(stage.announced.desk)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the desk shows nothing but the button, which works with the keyboard', async () => {
  const button = desk.getByRole('button', { name: 'Sign in with Parley' })
  await waitUntilShown(button)
  await waitUntilGone(desk.getByRole('heading', { name: 'Chats' }))
  await desk.keyboard.press('Tab')
  const [popup] = await Promise.all([desk.waitForEvent('popup'), desk.keyboard.press('Enter')])
  await waitUntilShown(popup.getByText('Hazel & Clay desk'))
  await button.click()
  assert.equal(desk.context().pages().length, 2)
  await popup.close()
  await waitUntilShown(desk.getByText('the window was closed'))
})

test('a wrong password is reported, and the right one leads to the consent page', async () => {
  const popup = await openSignIn(desk)
  await enterPassword(popup, { ...stage.announced.grace, password: 'wrong password' })
  await waitUntilShown(popup.getByText('Wrong login or password.'))
  assert.equal(await popup.getByLabel('Login').inputValue(), stage.announced.grace.login)
  await enterPassword(popup, stage.announced.grace)
  await waitUntilShown(popup.getByText('Read every chat that you can see'))
  await waitUntilShown(popup.getByText('only an administrator can'))

  await popup.getByRole('button', { name: 'Deny' }).click()
  await waitUntilShown(popup.getByRole('heading', { name: 'Access denied' }))
  assert.equal(new URL(popup.url()).pathname, '/auth/consent')
  await popup.close()
  await waitUntilShown(desk.getByText('the window was closed'))
  assert.equal(await desk.evaluate('sessionStorage.length'), 0)
})

test('another agent signs in from the consent page and gives consent', async () => {
  const popup = await openSignIn(desk)
  await waitUntilShown(popup.getByText('Grace'))
  await popup.getByRole('button', { name: 'Not you?' }).click()
  await enterPassword(popup, stage.announced.ada)
  await waitUntilShown(popup.getByText('ada@example.com'))
  await allow(popup)
  await waitUntilShown(desk.getByText('No chats yet'))
  await waitUntilShown(desk.locator('#accepting[aria-checked=true]'))
  await waitUntilShown(desk.getByText('Ada', { exact: true }))
})

test('a reload keeps the tab signed in, another tab is not', async () => {
  await desk.reload()
  await waitUntilShown(desk.getByText('No chats yet'))
  const other = await desk.context().newPage()
  await other.goto(stage.announced.desk)
  await waitUntilShown(other.getByRole('button', { name: 'Sign in with Parley' }))
  await other.close()
})

test('the button is back when the token is revoked, and the same agent can continue', async () => {
  await revoke(await token())
  await waitUntilShown(desk.getByText('Your sign-in has ended.'))
  await waitUntilGone(desk.getByRole('heading', { name: 'Chats' }))
  await allow(await openSignIn(desk))
  await waitUntilShown(new AgentAt(desk).page.locator('#accepting:not([disabled])'))
  stage.browser.forgive(/status of 401/)
})

test('signing out ends the token and empties the page', async () => {
  const ended = await token()
  assert.equal(await infoStatus(ended), 200)
  await desk.getByRole('button', { name: 'Sign out' }).click()
  await waitUntilShown(desk.getByRole('button', { name: 'Sign in with Parley' }))
  assert.equal(await infoStatus(ended), 401)
  assert.equal(await desk.evaluate('sessionStorage.length'), 0)
  assert.equal(await desk.locator('#me-name').innerText(), '')
})

test('an app that is not known gets an error page and no redirect', async () => {
  const page = await stage.browser.open(
    new URL('/auth/?response_type=token&client_id=none', stage.announced.desk).href,
  )
  await waitUntilShown(page.getByText('The application is not known here.'))
  await page.close()
  stage.browser.forgive(/status of 40[01]/)
})

test('the redirect page alone does nothing, and removes the parameters from its address', async () => {
  const page = await stage.browser.open(
    new URL('/signed-in#access_token=forged&state=1', stage.announced.desk).href,
  )
  await waitUntilShown(page.getByText('Nothing to sign in to'))
  assert.equal(new URL(page.url()).hash, '')
  await page.close()
})

test('logins and passwords are the same after a restart', async () => {
  await stage.quickstart.kill()
  assert.deepEqual(await stage.quickstart.start(), stage.announced)
})

function token(): Promise<string> {
  return desk.evaluate<string>("JSON.parse(sessionStorage['parley.desk']).accessToken")
}

async function revoke(accessToken: string): Promise<void> {
  await fetch(new URL(`/auth/token?token=${accessToken}`, stage.announced.desk), { method: 'DELETE' })
}

async function infoStatus(accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await fetch(new URL('/auth/info', stage.announced.desk), { headers })).status
}
