import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilShown } from './browser.js'
import { ReferenceAt } from './reference-page.js'
import { Stage } from './stage.js'

let stage: Stage
let at: ReferenceAt

before(async () => {
  stage = await Stage.open()
  at = new ReferenceAt(await stage.browser.open(stage.announced.reference))
  await at.showsTitle('Customer API v0.5')
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the overview of a document is accessible', async () => {
  await assertAccessible(at.page, 'overview')
  await at.open('configuration-v0.5', 'Configuration API v0.5')
  await assertAccessible(at.page, 'overview with webhooks')
})

test('an action is accessible, with its fields closed and all of them open', async () => {
  await at.open('agent-v0.4/send_event', 'send_event')
  await assertAccessible(at.page, 'an action')
  await at.expandAll()
  await assertAccessible(at.page, 'an action, opened')
})

test('an action that takes a file is accessible', async () => {
  await at.open('customer-v0.5/send_file', 'send_file')
  await assertAccessible(at.page, 'a file')
})

test('a webhook is accessible', async () => {
  await at.open('configuration-v0.5/webhook/incoming_chat_thread', 'incoming_chat_thread')
  await assertAccessible(at.page, 'a webhook')
})

test('the message that a version lacks an action is accessible', async () => {
  await at.open('customer-v0.3/nothing', 'Customer API v0.3')
  await waitUntilShown(at.page.getByText('There is no “nothing” in Customer API v0.3.'))
  await assertAccessible(at.page, 'missing')
})

test('the filter is accessible with a few matches and with none', async () => {
  const filter = at.contents.getByRole('searchbox')
  await filter.fill('chat')
  await assertAccessible(at.page, 'filtered')
  await filter.fill('zzz')
  await assertAccessible(at.page, 'filtered to nothing')
  await filter.fill('')
})

test('the form is accessible with a wrong body, with a response and with an error', async () => {
  await at.open('customer-v0.5/get_chats_summary', 'get_chats_summary')
  await at.writeBody('{')
  await at.form.getByRole('button', { name: 'Send request' }).click()
  await waitUntilShown(at.form.getByRole('alert'))
  await assertAccessible(at.page, 'a wrong body')
  await at.writeBody({ payload: {} })
  await at.send()
  await assertAccessible(at.page, 'an error')
  stage.browser.forgive(/status of 401/)
  await at.form.getByRole('button', { name: 'Get a customer’s token' }).click()
  await waitUntilShown(at.form.getByText('You are the customer'))
  assert.match(await at.send(), /^200 OK /)
  await assertAccessible(at.page, 'an answer')
})

test('the error about a reference that cannot be loaded is accessible', async () => {
  const page = await stage.browser.open('about:blank')
  await page.route('**/openapi/**', (route) => route.abort())
  await page.goto(stage.announced.reference)
  await waitUntilShown(page.getByText('The reference cannot be loaded.'))
  await assertAccessible(page, 'not loaded')
  stage.browser.forgive(/ERR_FAILED/)
})

test('on a phone the contents open by a button, and close when a name is chosen', async () => {
  await at.page.setViewportSize({ width: 390, height: 844 })
  const toggle = at.contents.getByRole('button', { name: 'Contents' })
  const name = at.contents.getByRole('link', { name: 'close_thread' })
  assert.equal(await name.isVisible(), false)
  await toggle.press('Enter')
  assert.equal(await toggle.getAttribute('aria-expanded'), 'true')
  await assertAccessible(at.page, 'contents')
  await at.page.setViewportSize({ width: 390, height: 844 })
  await name.press('Enter')
  await at.showsTitle('close_thread')
  assert.equal(await name.isVisible(), false)
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
})

test('nothing is wider than a window of 320 pixels', async () => {
  await at.page.setViewportSize({ width: 320, height: 640 })
  for (const [place, title] of [
    ['agent-v0.4/start_chat', 'start_chat'],
    ['configuration-v0.5/webhook/incoming_rich_message_postback', 'incoming_rich_message_postback'],
    ['configuration-v0.5', 'Configuration API v0.5'],
  ] as const) {
    await at.open(place, title)
    await at.expandAll()
    assert.equal(await at.page.evaluate('document.documentElement.scrollWidth'), 320, place)
  }
})

test('the keyboard alone reaches all that can be used, in the order of the page', async () => {
  await at.page.setViewportSize({ width: 1280, height: 800 })
  await at.open('customer-v0.5/send_event', 'send_event')
  const usable = `[...document.querySelectorAll('#page :is(a, button, summary, input, textarea, pre)')]
    .filter((node) => node.checkVisibility())`
  const expected: string[] = await at.page.evaluate(`${usable}.map((node) => node.id || node.textContent)`)
  const reached: string[] = []
  for (const _ of expected) {
    await at.page.keyboard.press('Tab')
    reached.push(await at.page.evaluate('document.activeElement.id || document.activeElement.textContent'))
  }
  assert.deepEqual(reached, expected)
  assert.equal(reached.at(-1), 'Send request')
})

test('a disclosure opens by the keyboard', async () => {
  await at.section('Request').locator('summary', { hasText: 'kinds of event' }).press('Enter')
  await waitUntilShown(at.section('Request').getByText('type: "message"'))
})
