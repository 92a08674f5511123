import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { DestinationServer } from '../../webhooks/destination-server.js'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { allow, openSignIn, signIn } from './sign-in.js'
import { Stage } from './stage.js'

const DELIVERY_TIMEOUT_MS = 30_000

const destination = await DestinationServer.start()
let stage: Stage
let at: ConsoleAt

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(`${stage.announced.console}#bots`))
  await signIn(at.page, stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('without bots, the page explains what they are for', async () => {
  await waitUntilShown(at.page.getByText('No bots yet'))
  assert.equal(await at.page.title(), 'Bots · Parley console')
  await assertAccessible(at.page, 'no bots')
})

test('errors in the form are explained, and the form stays open', async () => {
  await at.button('Create a bot').click()
  await assertAccessible(at.page, 'creating a bot')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('The bot needs a name.'))
  await at.dialog.getByLabel('Name', { exact: true }).fill('Boots')
  await at.dialog.getByLabel('Chats at once').fill('-1')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('A bot has 0 to 10,000 chats at once.'))
  await at.dialog.getByLabel('Chats at once').fill('3')
  await at.dialog.getByLabel('Webhook address').fill('ftp://example.com/')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('Webhooks need a secret key.'))
  await at.dialog.getByLabel('Secret key').fill('a secret of two')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText(/^The address must be an address that begins with http/))
  await assertAccessible(at.page, 'a wrong address')
  stage.browser.forgive(/status of 400/)
})

test('a bot of the chosen app is created with its whole configuration', async () => {
  await at.dialog.getByLabel('Webhook address').fill(destination.url)
  await at.dialog.getByLabel('App').selectOption({ label: 'Hazel & Clay desk' })
  await at.dialog.getByRole('radio', { name: /^First/ }).check()
  await at.button('Create').click()
  const card = at.card('Boots')
  const texts = ['Accepting chats', 'Hazel & Clay desk', '3', 'First', destination.url]
  for (const text of texts) await waitUntilShown(card.getByText(text, { exact: true }))
  await waitUntilShown(card.getByText('incoming_event · author_type: customer'))
  assert.ok(!(await at.page.content()).includes('a secret of two'))
  await assertAccessible(at.page, 'a bot')
  await card.getByRole('button', { name: 'Show the secret key: Boots' }).click()
  await waitUntilShown(card.getByText('a secret of two'))
})

test('a customer is assigned to the bot and its app is notified, although Ada signs out', async () => {
  await at.button('Sign out').click()
  await waitUntilShown(at.button('Sign in with Parley'))
  const casey = await stage.customer()
  await casey.openChat()
  await casey.introduce('Casey', 'Do you have boots?')
  // The session at Parley still exists, so consent is enough.
  await allow(await openSignIn(at.page))
  await waitUntilShown(at.card('Hazel & Clay desk'))
  await at.go('Bots')
  const card = at.card('Boots')
  await waitUntilShown(card.getByText('Accepting chats'))
  await card.getByText('Deliveries').click()
  await waitUntilShown(card.getByText('Delivered, answered 204'), DELIVERY_TIMEOUT_MS)
  await assertAccessible(at.page, 'deliveries of a bot')
  assert.match(destination.requests[0]?.body ?? '', /"action":"incoming_chat_thread"/)
})

test('a bot is edited without changing its secret key and filters', async () => {
  await at.button('Edit: Boots').click()
  await waitUntilShown(at.dialog.getByText('Empty: it stays as it is.'))
  assert.equal(await at.dialog.getByLabel('Secret key').inputValue(), '')
  await assertAccessible(at.page, 'editing a bot')
  await at.dialog.getByLabel('Name', { exact: true }).fill('<b>Boots</b>')
  await at.dialog.getByRole('radio', { name: /^Offline/ }).check()
  await at.dialog.getByRole('checkbox', { name: /thread_closed/ }).check()
  await at.button('Save').click()
  const card = at.card('<b>Boots</b>')
  const texts = ['Offline', 'thread_closed', 'incoming_event · author_type: customer']
  for (const text of texts) await waitUntilShown(card.getByText(text, { exact: true }))
  assert.equal(await card.locator('b').count(), 0)
  await card.getByRole('button', { name: /^Show the secret key/ }).click()
  await waitUntilShown(card.getByText('a secret of two'))
})

test('a bot is removed only after a confirmation', async () => {
  await at.button('Remove: <b>Boots</b>').click()
  await assertAccessible(at.page, 'asked about removing a bot')
  await at.button('Cancel').click()
  await waitUntilShown(at.card('<b>Boots</b>'))
  await at.button('Remove: <b>Boots</b>').click()
  await at.button('Remove').click()
  await waitUntilGone(at.card('<b>Boots</b>'))
  await waitUntilShown(at.page.getByText('No bots yet'))
})

test('bots are listed twenty at a time', async () => {
  const { pathname } = new URL('/quickstart/console/bots', stage.announced.console)
  await at.page.evaluate(`(async () => {
    const headers = {
      Authorization: 'Bearer ' + JSON.parse(sessionStorage['parley.console']).accessToken,
      'Content-Type': 'application/json',
    }
    const { client_id } = await (await fetch('/quickstart/console/apps', { headers })).json()
    for (let index = 10; index < 32; index += 1) {
      const bot = { client_id, name: 'Bot ' + index, avatar: '', status: 'offline', max_chats_count: 1 }
      const body = JSON.stringify({ ...bot, priority: 'normal', url: '', secret_key: '', actions: [] })
      const answer = await fetch('${pathname}', { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
    }
  })()`)
  await at.page.reload()
  await waitUntilShown(at.card('Bot 29'))
  assert.equal(await at.page.getByRole('article').count(), 20)
  await at.button('Show more').click()
  await waitUntilShown(at.card('Bot 31'))
  assert.equal(await at.page.getByRole('article').count(), 22)
  await waitUntilGone(at.button('Show more'))
})
