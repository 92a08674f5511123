import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ReferenceAt } from './reference-page.js'
import { Stage } from './stage.js'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post: { readonly summary: string } }>>
  readonly webhooks?: Readonly<Record<string, unknown>>
}

const folder = new URL('../../../docs/openapi/', import.meta.url)

/** Returns the title of an API version: `agent-v0.4` becomes `Agent API v0.4`. */
function titleOf(id: string): string {
  const [api = '', version = ''] = id.split('-')
  return `${api.charAt(0).toUpperCase()}${api.slice(1)} API ${version}`
}

let stage: Stage
let at: ReferenceAt
const elsewhere: string[] = []

before(async () => {
  stage = await Stage.open()
  const page = await stage.browser.open('about:blank')
  const { origin } = new URL(stage.announced.reference)
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) elsewhere.push(request.url())
  })
  await page.goto(stage.announced.reference)
  at = new ReferenceAt(page)
  await at.showsTitle('Customer API v0.5')
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

for (const file of readdirSync(folder)) {
  test(`the reference shows every action and webhook of ${file}`, async () => {
    const document: OpenApiDocument = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const id = file.replace('.json', '')
    const actions = Object.values(document.paths).map(({ post }) => post.summary)
    const webhooks = Object.keys(document.webhooks ?? {})
    await at.open(id, titleOf(id))
    assert.deepEqual(await at.contents.locator('[data-name]').allInnerTexts(), [...actions, ...webhooks])
    for (const name of actions) {
      await at.open(`${id}/${name}`, name)
      const headings = await at.page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
      assert.deepEqual(headings, ['Request', 'Response', 'Errors', 'Example', 'Try it'], name)
    }
    for (const name of webhooks) {
      await at.open(`${id}/webhook/${name}`, name)
      const headings = await at.page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
      assert.deepEqual(headings, ['Headers', 'Body, as JSON', 'Your response', 'Example'], name)
    }
  })
}

test('an action has its fields with types and limits, its errors and a recorded example', async () => {
  await at.open('customer-v0.5/send_event', 'send_event')
  await waitUntilShown(at.page.getByText('Sends an event to the active thread of a chat'))
  await waitUntilShown(at.field('Request', 'chat_id').getByText('string, 1 to 256 characters'))
  await waitUntilShown(at.field('Request', 'chat_id').getByText('required', { exact: true }))
  await waitUntilShown(at.field('Response', 'thread_id').getByText('Id of the thread.'))
  await waitUntilShown(at.section('Errors').getByText('license_expired'))
  await waitUntilShown(at.section('Example').getByText('Or in blue?'))
  await waitUntilShown(at.section('Example').getByText("curl -X POST 'http://127.0.0.1:"))
})

test('the kinds of a field open one by one, and all of a section together', async () => {
  const request = at.section('Request')
  assert.equal(await request.getByText('type: "rich_message"').isVisible(), false)
  await request.getByText('kinds of event').click()
  await request.getByText('type: "rich_message"').click()
  await waitUntilShown(request.getByText('template_id', { exact: true }))
  await request.getByRole('button', { name: 'Expand all of Request' }).click()
  assert.equal(await request.locator('details:not([open])').count(), 0)
  await request.getByRole('button', { name: 'Collapse all of Request' }).click()
  assert.equal(await request.locator('details[open]').count(), 0)
})

test('a webhook has its headers, its body and the expected response', async () => {
  await at.open('configuration-v0.5/webhook/incoming_event', 'incoming_event')
  await waitUntilShown(at.field('Headers', 'webhook-signature').getByText('the HMAC-SHA256'))
  await waitUntilShown(at.field('Body, as JSON', 'webhook_id').getByText('Id of the webhook'))
  await waitUntilShown(at.section('Your response').getByText('Disables the webhook'))
  await waitUntilShown(at.section('Example').getByText('"incoming_event"'))
})

test('another version shows the same action, or says that it does not have it', async () => {
  await at.open('customer-v0.5/get_chats_summary', 'get_chats_summary')
  await at.contents.getByLabel('Version').selectOption('v0.3')
  await waitUntilShown(at.page.getByText('/customer/v0.3/action/get_chats_summary', { exact: true }))
  await at.open('customer-v0.5/send_rich_message_postback', 'send_rich_message_postback')
  await at.contents.getByLabel('Version').selectOption('v0.3')
  await waitUntilShown(at.page.getByText('There is no “send_rich_message_postback” in Customer API v0.3.'))
  await at.showsTitle('Customer API v0.3')
  await at.page.goBack()
  await at.showsTitle('send_rich_message_postback')
  await waitUntilGone(at.page.getByText('There is no “send_rich_message_postback”'))
})

test('the tabs lead to the newest version of each API', async () => {
  for (const title of ['Agent API v0.4', 'Configuration API v0.5', 'Customer API v0.5']) {
    await at.page
      .getByRole('navigation', { name: 'APIs' })
      .getByText(title.replace(/ API.*/, ''))
      .click()
    await at.showsTitle(title)
    assert.equal(await at.page.title(), `${title} · Parley API reference`)
  }
})

test('the filter leaves the names that have words with these beginnings', async () => {
  const names = at.contents.locator('[data-name]:visible')
  const filter = at.contents.getByRole('searchbox', { name: 'Filter by name' })
  await filter.fill('upd thr')
  assert.deepEqual(await names.allInnerTexts(), ['update_chat_thread_properties'])
  await waitUntilShown(at.contents.getByText('1 of 14'))
  await filter.fill('nothing has this name')
  await waitUntilShown(at.contents.getByText('0 of 14'))
  await waitUntilGone(at.contents.getByRole('heading', { name: 'Actions' }))
  await filter.fill('')
  assert.equal(await names.count(), 14)
})

test('a link to an action works from outside, and following one moves the focus to its title', async () => {
  await at.page.goto('about:blank')
  await at.page.goto(`${stage.announced.reference}#agent-v0.4/multicast`)
  await at.showsTitle('multicast')
  assert.equal(await at.contents.locator('[aria-current=page]').innerText(), 'multicast')
  await at.contents.getByRole('link', { name: 'join_chat' }).press('Enter')
  await at.showsTitle('join_chat')
  assert.equal(await at.page.evaluate('document.activeElement.textContent'), 'join_chat')
})

test('the policy of the reference is that of every other page, and it asks no other site for anything', async () => {
  const [reference, shop] = await Promise.all(
    [stage.announced.reference, stage.announced.customer].map(async (address) => {
      const { headers } = await fetch(address)
      return headers.get('content-security-policy') ?? ''
    }),
  )
  assert.match(reference ?? '', /^default-src 'self'; connect-src 'self' ws:/)
  assert.doesNotMatch(reference ?? '', /unsafe|data:/)
  assert.equal(reference, shop)
  assert.deepEqual(elsewhere, [])
})
