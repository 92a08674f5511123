import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { connectionProblems, waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

/**
 * Time until a page has reconnected, in milliseconds. Pages wait longer after each failed attempt; this covers the
 * first few.
 */
const RECONNECT_MS = 20_000

let stage: Stage
let customer: CustomerAt
let agent: AgentAt

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = await stage.agent(stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('a customer writes, and an agent who is not accepting chats sees it waiting', async () => {
  await waitUntilShown(agent.page.getByText('No chats yet'))
  await agent.stopAccepting()

  await customer.openChat()
  await customer.introduce('Mia', 'Is the mug dishwasher safe?')
  await waitUntilShown(customer.message('Is the mug dishwasher safe?'))
  await waitUntilShown(customer.page.getByText('Nobody is here right now.'))

  await waitUntilShown(agent.row('Mia').getByText('Is the mug dishwasher safe?'))
  await waitUntilShown(agent.row('Mia').getByText('Waiting'))
  await waitUntilShown(agent.row('Mia').getByText('unread'))
})

test('the agent joins and answers', async () => {
  await agent.open('Mia')
  await waitUntilShown(agent.message('Is the mug dishwasher safe?'))
  await agent.button('Join chat').click()
  await waitUntilShown(customer.page.getByRole('heading', { name: 'Ada' }))

  await agent.send('It is. I put mine in every day.')
  await waitUntilShown(customer.message('It is. I put mine in every day.'))
  await waitUntilShown(agent.page.getByText('Seen'))
})

test('the agent sees what the customer is writing, and the customer sees that the agent is typing', async () => {
  await customer.type('And the glaze')
  await waitUntilShown(agent.page.locator('#peek').getByText('And the glaze', { exact: true }))
  await customer.send('And the glaze, is it food safe?')
  await waitUntilShown(agent.message('And the glaze, is it food safe?'))
  await waitUntilGone(agent.page.locator('#peek'))

  await agent.type('Yes')
  await waitUntilShown(customer.page.getByText('Ada is typing'))
  await agent.send('Yes, tested.')
  await waitUntilShown(customer.message('Yes, tested.'))
  await waitUntilGone(customer.page.getByText('Ada is typing'))
})

test('a note is for agents only', async () => {
  await agent.note('Asks about glazes: send the leaflet.')
  await waitUntilShown(agent.message('Asks about glazes: send the leaflet.'))
  await agent.send('Anything else?')
  await waitUntilShown(customer.message('Anything else?'))
  assert.equal(await customer.page.getByText('leaflet').count(), 0)
})

test('another agent sees the chat, the note and the members', async () => {
  const grace = await stage.agent(stage.announced.grace)
  await waitUntilShown(grace.row('Mia').getByText('Ada'))
  await grace.open('Mia')
  await waitUntilShown(grace.message('Asks about glazes: send the leaflet.'))
  await waitUntilShown(grace.button('Join chat'))
  await waitUntilGone(grace.button('Close chat'))
  await grace.page.close()
})

test('text that looks like HTML is shown as text', async () => {
  const markup = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'
  await customer.send(markup)
  await waitUntilShown(agent.message(markup))
  await agent.send(markup)
  await waitUntilShown(customer.log.locator('.message:not(.own)').getByText(markup, { exact: true }))
  for (const { page, log } of [customer, agent]) {
    assert.equal(await log.locator('img, b').count(), 0)
    assert.notEqual(await page.title(), 'owned')
  }
})

test('the agent sees which page the customer looks at', async () => {
  await customer.page.getByRole('link', { name: /Tide bowl/ }).click()
  await waitUntilShown(agent.page.getByRole('link', { name: /Tide bowl/ }))
})

test('a reload keeps the history on both sides', async () => {
  await Promise.all([customer.page.reload(), agent.page.reload()])
  await waitUntilShown(customer.message('Is the mug dishwasher safe?'))
  await waitUntilShown(customer.message('Yes, tested.'))
  await waitUntilShown(agent.message('Is the mug dishwasher safe?'))
  await waitUntilShown(agent.message('Asks about glazes: send the leaflet.'))
  assert.equal(await customer.page.getByText('leaflet').count(), 0)
})

test('a closed window counts unread messages', async () => {
  await customer.page.keyboard.press('Escape')
  await waitUntilGone(customer.page.locator('#chat'))
  await agent.send('Still there?')
  await waitUntilShown(customer.page.getByRole('button', { name: 'Open chat, 1 unread' }))
  await customer.openChat()
  await waitUntilShown(customer.message('Still there?'))
})

test('both pages reconnect after the server was killed', async () => {
  await stage.quickstart.kill()
  await waitUntilShown(customer.page.getByText(/Connection lost|Connecting/))
  await waitUntilShown(agent.page.getByText(/Connection lost|Connecting/))
  await customer.send('Written while the server was away')
  await waitUntilShown(customer.page.getByText('Waiting for the connection…'))

  assert.deepEqual(await stage.quickstart.start(), stage.announced)
  await waitUntilShown(agent.message('Written while the server was away'), RECONNECT_MS)
  await waitUntilShown(customer.message('Written while the server was away'), RECONNECT_MS)
  await agent.send('Welcome back')
  await waitUntilShown(customer.message('Welcome back'))
  assert.equal(await agent.message('Written while the server was away').count(), 1)
  stage.browser.forgive(connectionProblems)
})

test('both sides see the end of a chat, and writing starts a new one', async () => {
  await agent.closeChat()
  await waitUntilShown(customer.page.getByText('This chat has ended.'))
  await waitUntilShown(agent.row('Mia').getByText('Closed'))

  await customer.send('One more thing')
  await waitUntilShown(agent.message('One more thing'))
  await waitUntilGone(customer.page.getByText('This chat has ended.'))
  await customer.endChat()
  await waitUntilShown(customer.page.getByText('This chat has ended.'))
  await waitUntilShown(agent.row('Mia').getByText('Closed'))
})

test('other sites, and names that only resolve to this computer, get no token', async () => {
  const endpoint = new URL('/quickstart/customer-session', stage.announced.customer)
  const ask = (headers: Record<string, string>) => postStatus(endpoint, headers)
  assert.equal(await ask({}), 200)
  assert.equal(await ask({ origin: endpoint.origin }), 200)
  assert.equal(await ask({ origin: 'https://example.com' }), 403)
  assert.equal(await ask({ host: `example.com:${endpoint.port}` }), 403)
})

test('only the pages are served, with headers that block foreign scripts', async () => {
  const page = await fetch(stage.announced.desk)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /^default-src 'self'; connect-src 'self' ws:/,
  )
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
  for (const path of [
    '/desk/ada',
    '/src/main.ts',
    '/..%2fpackage.json',
    '/desk.html',
    '/.parley/passwords.json',
  ]) {
    assert.equal((await fetch(new URL(path, stage.announced.customer))).status, 404, path)
  }
})

test('the server stops without errors', async () => {
  assert.equal(await stage.quickstart.stop(), 0)
  await waitUntilShown(customer.page.getByText(/Connection lost|Connecting/))
  stage.browser.forgive(connectionProblems)
})

/** Sends a POST request with any `Host` header, which `fetch` does not allow, and returns the status. */
function postStatus(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => resolve(response.resume().statusCode)
    request(url, { method: 'POST', headers }, answered).on('error', reject).end()
  })
}
