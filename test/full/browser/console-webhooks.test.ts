import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { DestinationServer, verify } from '../../webhooks/destination-server.js'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import type { CustomerAt } from './people.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

const RETRY_MS = 30_000

const destination = await DestinationServer.start()
let stage: Stage
let at: ConsoleAt
let casey: CustomerAt
let key = ''

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(at.page, stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('without webhooks, the page explains what they are for', async () => {
  await at.go('Webhooks')
  await waitUntilShown(at.page.getByText('No webhooks yet'))
  await assertAccessible(at.page, 'no webhooks')
})

test('errors in the form are explained, and the form stays open', async () => {
  await at.button('Register a webhook').click()
  await assertAccessible(at.page, 'registering a webhook')
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText('The webhook needs an address.'))
  await at.dialog.getByLabel('Address').fill('http://10.0.0.1/')
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText('The webhook needs a secret key.'))
  await at.button('Make one').click()
  key = await at.dialog.getByLabel('Secret key').inputValue()
  assert.match(key, /^whsec_.{44}$/)
  await at.dialog.getByLabel('Filters').fill('{ author_type')
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText('The filters are not JSON'))
  await at.dialog.getByLabel('Filters').fill('{"author_type": "customer"}')
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText('The address must be an address of the public internet.'))
  await assertAccessible(at.page, 'a forbidden address')
  stage.browser.forgive(/status of 400/)
})

test('a webhook is registered, and its secret key is shown only on request', async () => {
  await at.dialog.getByLabel('Address').fill(destination.url)
  await at.dialog.getByLabel('Description').fill('<b>Orders</b>')
  await at.dialog.getByRole('checkbox', { name: /properties along/ }).check()
  await at.button('Register').click()
  const card = at.card('incoming_event')
  for (const text of [destination.url, '<b>Orders</b>', 'author_type: customer', 'Hazel & Clay console'])
    await waitUntilShown(card.getByText(text, { exact: true }))
  await waitUntilShown(card.getByText('none yet'))
  await waitUntilGone(at.dialog)
  assert.equal(await at.page.locator('#webhook-secret').inputValue(), '')
  assert.ok(!(await at.page.content()).includes(key))
  await card.getByRole('button', { name: /^Show the secret key/ }).click()
  await waitUntilShown(card.getByText(key))
  await assertAccessible(at.page, 'a secret key that is shown')
  await card.getByRole('button', { name: /^Hide the secret key/ }).click()
  assert.ok(!(await at.page.content()).includes(key))
})

test('a failed attempt is shown with the time of the next one, and then the successful attempt', async () => {
  let isDown = true
  destination.respond = (_, response) => response.writeHead(isDown ? 503 : 204).end()
  const card = at.card('incoming_event')
  await card.getByText('Deliveries').click()
  await waitUntilShown(card.getByText('Nothing was sent yet.'))
  await assertAccessible(at.page, 'no deliveries')
  casey = await stage.customer()
  await casey.openChat()
  // The first events of a thread are delivered with incoming_chat_thread.
  await casey.introduce('Casey', 'Hello')
  await casey.send('Do these come in green?')
  await waitUntilShown(card.getByText('Next attempt'), RETRY_MS)
  isDown = false
  await assertAccessible(at.page, 'a failed attempt')
  await waitUntilShown(card.getByRole('listitem').filter({ hasText: 'Delivered, answered 204' }), RETRY_MS)
  assert.equal(await card.getByText('Next attempt').count(), 0)
  await waitUntilShown(card.getByRole('listitem').filter({ hasText: 'Answered 503' }))
  await assertAccessible(at.page, 'an attempt that succeeded')
  const [first, second] = destination.requests
  assert.ok(first && second)
  assert.equal(first.id, second.id)
  for (const request of [first, second]) verify(key, request, request.timestamp * 1_000)
})

test('a 410 response disables the webhook, and a dead letter can be sent again', async () => {
  destination.respond = (_, response) => response.writeHead(410).end()
  await casey.send('And in brown?')
  const card = at.card('incoming_event')
  await waitUntilShown(card.getByText('Disabled'), RETRY_MS)
  await waitUntilShown(card.getByText('After 1 attempt: answered 410'), RETRY_MS)
  await waitUntilShown(card.getByText('Enable the webhook to send it again.'))
  await assertAccessible(at.page, 'a disabled webhook')
  destination.respond = (_, response) => response.writeHead(204).end()
  await at.button(`Enable: incoming_event to ${destination.url}`).click()
  await waitUntilShown(card.getByText('Enabled', { exact: true }))
  await waitUntilShown(card.getByRole('button', { name: /^Send again/ }))
  await assertAccessible(at.page, 'what was given up')
  const [, , refused] = destination.requests
  await card.getByRole('button', { name: /^Send again/ }).click()
  await waitUntilGone(card.getByRole('button', { name: /^Send again/ }))
  const delivered = card.getByRole('listitem').filter({ hasText: 'Delivered, answered 204' })
  await waitUntilShown(delivered.nth(1), RETRY_MS)
  const last = destination.requests.at(-1)
  assert.ok(refused && last)
  assert.equal(refused.id, last.id)
})

test('an error is shown when deliveries cannot be read', async () => {
  await at.page.route('**/deliveries', (route) => route.abort())
  const card = at.card('incoming_event')
  await waitUntilShown(card.getByText('The server does not answer.'), RETRY_MS)
  await assertAccessible(at.page, 'deliveries without an answer')
  await at.page.unrouteAll()
  await waitUntilGone(card.getByText('The server does not answer.'))
  stage.browser.forgive(/ERR_FAILED/)
})

test('a page and its deliveries are reachable with the keyboard alone', async () => {
  await at.go('Apps')
  await at.page.getByRole('link', { name: 'Webhooks' }).press('Enter')
  await at.page.locator('#webhooks-title:focus').waitFor()
  const summary = at.card('incoming_event').locator('summary')
  await summary.press('Enter')
  await waitUntilGone(at.card('incoming_event').getByRole('heading', { name: 'Last attempts' }))
})

test('a long address stays within the page, and a webhook is removed only after a confirmation', async () => {
  const url = `${destination.url}/${'very-long-'.repeat(40)}?token=${'x'.repeat(200)}`
  await at.button('Register a webhook').click()
  await at.dialog.getByLabel('Address').fill(url)
  await at.dialog.getByLabel('Action').selectOption('agent_status_changed')
  assert.equal(await at.dialog.getByRole('checkbox', { name: /properties along/ }).isDisabled(), true)
  await at.dialog.getByLabel('Secret key').fill('a secret that both have agreed on')
  await at.button('Register').click()
  await waitUntilShown(at.card('agent_status_changed'))
  await at.page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await at.page.evaluate('document.documentElement.scrollWidth'), 390)
  await assertAccessible(at.page, 'a long address')
  await at.button(`Remove: agent_status_changed to ${url}`).click()
  await assertAccessible(at.page, 'asked about removing a webhook')
  await at.button('Cancel').click()
  await at.button(`Remove: agent_status_changed to ${url}`).click()
  await at.button('Remove').click()
  await waitUntilGone(at.card('agent_status_changed'))
  await waitUntilShown(at.card('incoming_event'))
})

test('only an administrator can see webhooks and resend deliveries', async () => {
  const paths = ['webhooks', `bots/${'0'.repeat(32)}`, `deliveries/${crypto.randomUUID()}/again`]
  for (const path of paths) {
    const method = path === 'webhooks' ? 'GET' : 'POST'
    const response = await fetch(new URL(`/quickstart/console/${path}`, stage.announced.console), { method })
    assert.equal(response.status, 401)
  }
  const grace = new ConsoleAt(await stage.browser.open(`${stage.announced.console}#webhooks`))
  await signIn(grace.page, stage.announced.grace)
  await waitUntilShown(grace.page.getByText('Grace is no administrator.'))
  await waitUntilGone(grace.button('Register a webhook'))
  await waitUntilGone(grace.page.getByRole('navigation'))
  const token = await grace.page.evaluate<string>("JSON.parse(sessionStorage['parley.console']).accessToken")
  const url = new URL('/configuration/v0.5/webhooks/get_webhooks_config', stage.announced.console)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 403)
  stage.browser.forgive(/status of 403/)
})
