import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

let stage: Stage
let at: ConsoleAt
let token = ''

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(`${stage.announced.console}#tokens`))
  await signIn(at.page, stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

/** Reads the bots of the license like examples/bot does. Returns the status. */
async function statusOf(bearer: string): Promise<number> {
  const address = new URL('/configuration/v0.5/agents/get_bot_agents', stage.announced.console)
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  return (await fetch(address, { method: 'POST', headers, body: '{}' })).status
}

test('without tokens the page says why there is no list', async () => {
  await waitUntilShown(at.page.getByText('No tokens issued since the page was opened'))
  await assertAccessible(at.page, 'no tokens')
})

test('an app for a bot is registered, and its token issued with chosen scopes', async () => {
  await at.go('Apps')
  await at.button('Register an app').click()
  const scopes = ['agents-bot--my:read', 'agents-bot--my:write', 'chats.conversation--my:write']
  await at.fill({ name: 'Boots bot', type: 'On a server', redirectUris: ['https://example.com/'], scopes })
  await at.button('Register').click()
  await at.button('Done').click()
  await at.go('Tokens')
  await at.button('Issue a token').click()
  await assertAccessible(at.page, 'issuing a token')
  await at.dialog.getByLabel('App', { exact: true }).selectOption({ label: 'Boots bot' })
  await at.dialog.getByLabel('Agent', { exact: true }).selectOption({ label: 'Ada, administrator' })
  assert.equal(await at.dialog.getByRole('checkbox').count(), 3)
  await at.dialog.getByRole('checkbox', { name: /chats\.conversation--my:write/ }).uncheck()
  await at.button('Issue').click()
  await at.dialog.getByRole('heading', { name: 'Copy the token now' }).waitFor()
  token = await at.page.locator('#issued-token code').innerText()
  await assertAccessible(at.page, 'a token is shown')
})

test('the token is copied, works, and is not in the page afterwards', async () => {
  await at.dialog.getByRole('button', { name: /^Copy/ }).click()
  assert.equal(await at.page.evaluate('navigator.clipboard.readText()'), token)
  await at.page.keyboard.press('Escape')
  await at.button('Done').click()
  await waitUntilShown(at.card('Boots bot as Ada').getByText('8 hours'))
  assert.equal(await at.card('Boots bot as Ada').getByText('chats.conversation--my:write').count(), 0)
  assert.ok(!(await at.page.content()).includes(token))
  assert.equal(await statusOf(token), 200)
  await assertAccessible(at.page, 'a token was issued')
})

test('the token is revoked after a confirmation', async () => {
  await at.button('Revoke: Boots bot as Ada').click()
  await assertAccessible(at.page, 'asked about revoking a token')
  await at.button('Cancel').click()
  assert.equal(await statusOf(token), 200)
  await at.button('Revoke: Boots bot as Ada').click()
  await at.button('Revoke').click()
  await waitUntilGone(at.card('Boots bot as Ada'))
  assert.equal(await statusOf(token), 401)
})

test('an older token is pasted and revoked', async () => {
  await at.button('Issue a token').click()
  await at.dialog.getByLabel('App', { exact: true }).selectOption({ label: 'Boots bot' })
  await at.dialog.getByLabel('Agent', { exact: true }).selectOption({ label: 'Ada, administrator' })
  await at.button('Issue').click()
  const other = await at.page.locator('#issued-token code').innerText()
  await at.button('Done').click()
  await at.page.reload()
  await at.button('Revoke another token').click()
  await at.button('Revoke').click()
  await waitUntilShown(at.dialog.getByText('Paste the token that is to end.'))
  await at.dialog.getByLabel('Token', { exact: true }).fill(other)
  await assertAccessible(at.page, 'revoking a pasted token')
  await at.button('Revoke').click()
  await waitUntilGone(at.dialog)
  assert.equal(await statusOf(other), 401)
})
