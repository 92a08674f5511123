import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessibility.js'
import { waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { enterPassword, openSignIn, signIn } from './sign-in.js'
import { Stage } from './stage.js'

const redirectUri = 'https://board.example/signed-in'

let stage: Stage
let desk: Page
let popup: Page

before(async () => {
  stage = await Stage.open()
  desk = await stage.browser.open(stage.announced.desk)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the sign-in page is accessible, with and without a password error', async () => {
  popup = await openSignIn(desk)
  await waitUntilShown(popup.getByLabel('Password'))
  await assertAccessible(popup, 'sign-in')
  await enterPassword(popup, { ...stage.announced.grace, password: 'wrong password' })
  await waitUntilShown(popup.getByText('Wrong login or password.'))
  await assertAccessible(popup, 'a wrong password')
})

test('the consent page is accessible with scopes that the agent cannot grant, and so is a denial', async () => {
  await enterPassword(popup, stage.announced.grace)
  await waitUntilShown(popup.getByText('only an administrator can'))
  await assertAccessible(popup, 'consent')
  await popup.getByRole('button', { name: 'Deny' }).click()
  await waitUntilShown(popup.getByRole('heading', { name: 'Access denied' }))
  await assertAccessible(popup, 'denied')
  await popup.close()
})

test('the consent page of an app without scopes is accessible', async () => {
  const clientId = await registerWithoutScopes()
  const query = new URLSearchParams({
    response_type: 'token',
    client_id: clientId,
    redirect_uri: redirectUri,
  })
  const page = await desk.context().newPage()
  await page.goto(new URL(`/auth/?${query}`, stage.announced.desk).href)
  await waitUntilShown(page.getByText('learns who you are, and nothing else'))
  await assertAccessible(page, 'consent without scopes')
  await page.close()
})

test('error pages are accessible', async () => {
  const page = await stage.browser.open(
    new URL('/auth/?response_type=token&client_id=none', stage.announced.desk).href,
  )
  await waitUntilShown(page.getByText('The application is not known here.'))
  await assertAccessible(page, 'an unknown app')
  await page.close()
  stage.browser.forgive(/status of 40[01]/)
})

test('the page about too many authorization requests is accessible', async () => {
  for (let arrival = 1; arrival <= 4; arrival += 1) {
    popup = await openSignIn(desk)
    await waitUntilShown(popup.getByRole('main'))
    if (arrival < 4) await popup.close()
  }
  await waitUntilShown(popup.getByText('too_many_redirects'))
  await assertAccessible(popup, 'too many redirects')
  await popup.close()
  stage.browser.forgive(/status of 429/)
})

test('the redirect page is accessible when no window waits for it', async () => {
  const page = await stage.browser.open(new URL('/signed-in', stage.announced.desk).href)
  await waitUntilShown(page.getByText('Nothing to sign in to'))
  await assertAccessible(page, 'nobody waits')
  await page.close()
})

/** Registers an app at the console, as an administrator. Returns its client id. */
async function registerWithoutScopes(): Promise<string> {
  const at = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(at.page, stage.announced.ada)
  await at.button('Register an app').click()
  await at.fill({ name: 'Order board', type: 'In the browser', redirectUris: [redirectUri] })
  await at.button('Register').click()
  const clientId = await at.card('Order board').locator('code').first().innerText()
  await at.page.close()
  return clientId
}
