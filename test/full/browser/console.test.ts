import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { allow, openSignIn, signIn } from './sign-in.js'
import { Stage } from './stage.js'

let stage: Stage
let at: ConsoleAt
let clientId = ''
let secret = ''

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(stage.announced.console))
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('an administrator signs in and sees the apps of the quickstart, which cannot be changed', async () => {
  await signIn(at.page, stage.announced.ada)
  const desk = at.card('Hazel & Clay desk')
  await waitUntilShown(desk.getByText('chats--all:read'))
  await waitUntilShown(desk.getByText('sign in with this app'))
  assert.equal(await desk.getByRole('button', { name: 'Remove' }).count(), 0)
})

test('errors in the form are explained, and the form stays open', async () => {
  await at.button('Register an app').click()
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText('The app needs a name.'))
  await at.fill({ name: 'Order board', type: 'On a server', redirectUris: ['https://a.example/../b'] })
  assert.equal(await at.dialog.getByRole('radio', { name: /^Public/ }).isDisabled(), true)
  await at.button('Register').click()
  const problem = at.dialog.getByText(/^A redirect URI must be/)
  await waitUntilShown(problem)
  const [problemBox, actions] = [await problem.boundingBox(), await at.button('Register').boundingBox()]
  assert.ok(
    problemBox && actions && problemBox.y + problemBox.height < actions.y,
    'the buttons do not cover the error',
  )
  stage.browser.forgive(/status of 400/)
})

test('registering a server-side app shows its secret once', async () => {
  const redirectUris = ['https://a.example/in', 'https://b.example/']
  await at.fill({ redirectUris, scopes: ['chats--all:read', 'webhooks--my:read'] })
  await at.button('Register').click()
  secret = await at.secret()
  assert.match(secret, /^pls_/)
  await at.dialog.getByRole('button', { name: 'Copy the client secret' }).click()
  await waitUntilShown(at.dialog.getByText('Copied'))
  assert.equal(await at.page.evaluate('navigator.clipboard.readText()'), secret)
  await at.button('Done').click()

  const card = at.card('Order board')
  for (const text of [...redirectUris, 'webhooks--my:read', 'On a server'])
    await waitUntilShown(card.getByText(text))
  clientId = await card.locator('code').first().innerText()
  assert.ok(!(await at.page.content()).includes(secret))
  await at.page.reload()
  await waitUntilShown(card)
  assert.ok(!(await at.page.content()).includes(secret))
})

test('the secret works at the token endpoint until it is replaced', async () => {
  assert.equal(await errorWith(secret), 'invalid_grant')
  await at.button('New secret: Order board').click()
  await waitUntilShown(at.dialog.getByText('The old one stops working at once.'))
  await at.button('Make a new secret').click()
  const fresh = await at.secret()
  await at.button('Done').click()
  assert.equal(await errorWith(secret), 'invalid_client')
  assert.equal(await errorWith(fresh), 'invalid_grant')
})

test('redirect URIs and scopes are edited, and markup in a name is shown as text', async () => {
  await at.button('Edit: Order board').click()
  await at.fill({ name: '<b>Board</b>', redirectUris: ['https://c.example/in'], scopes: ['customers:read'] })
  assert.equal(await at.dialog.getByRole('radio', { name: /^In the browser/ }).isDisabled(), true)
  await at.button('Save').click()
  const card = at.card('<b>Board</b>')
  for (const text of ['https://c.example/in', 'customers:read', 'chats--all:read'])
    await waitUntilShown(card.getByText(text))
  assert.equal(await card.getByText('https://a.example/in').count(), 0)
  assert.equal(await card.locator('b').count(), 0)
})

test('an app is removed only after a confirmation', async () => {
  await at.button('Remove: <b>Board</b>').click()
  await at.button('Cancel').click()
  await waitUntilShown(at.card('<b>Board</b>'))
  await at.button('Remove: <b>Board</b>').click()
  await at.button('Remove').click()
  await waitUntilGone(at.card('<b>Board</b>'))
  assert.equal(await errorWith(secret), 'invalid_client')
})

test('the sign-in button comes back when the token is no longer valid', async () => {
  await fetch(new URL(`/auth/token?token=${await tokenOf('console')}`, stage.announced.console), {
    method: 'DELETE',
  })
  await at.button('Register an app').click()
  await at.fill({ name: 'Too late', redirectUris: ['https://a.example/'] })
  await at.button('Register').click()
  await waitUntilShown(at.page.getByText('Your sign-in has ended.'))
  await waitUntilGone(at.dialog)
  // The session at Parley still exists, so consent is enough.
  await allow(await openSignIn(at.page))
  await waitUntilShown(at.card('Hazel & Clay desk'))
  stage.browser.forgive(/status of 401/)
})

test('other agents, other apps’ tokens and other sites are refused', async () => {
  const grace = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(grace.page, stage.announced.grace)
  await waitUntilShown(grace.page.getByText('Grace is no administrator.'))
  await waitUntilGone(grace.button('Register an app'))
  await grace.page.close()

  const desk = await at.page.context().newPage()
  await desk.goto(stage.announced.desk)
  await allow(await openSignIn(desk))
  const deskToken = await desk.evaluate<string>("JSON.parse(sessionStorage['parley.desk']).accessToken")
  assert.equal(await statusWith({ authorization: `Bearer ${deskToken}` }), 401)
  assert.equal(await statusWith({}), 401)
  const own = { authorization: `Bearer ${await tokenOf('console')}` }
  assert.equal(await statusWith(own), 200)
  assert.equal(await statusWith({ ...own, origin: 'https://example.com' }), 403)
  stage.browser.forgive(/status of 403/)
})

function tokenOf(app: string): Promise<string> {
  return at.page.evaluate<string>(`JSON.parse(sessionStorage['parley.${app}']).accessToken`)
}

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await fetch(new URL('/quickstart/console/apps', stage.announced.console), { headers })).status
}

/** Returns the error of the token endpoint for the secret and a code that does not exist. */
async function errorWith(clientSecret: string): Promise<unknown> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'plo_none',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: 'https://a.example/in',
  })
  const response = await fetch(new URL('/auth/token', stage.announced.console), { method: 'POST', body })
  const answer: unknown = await response.json()
  return typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
}
