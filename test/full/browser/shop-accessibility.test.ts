import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { connectionProblems, retryNow, scrollToStart, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

let stage: Stage
let customer: CustomerAt
let agent: AgentAt
let wire: Wire

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  wire = await Wire.of(customer.page)
  agent = await stage.agent(stage.announced.ada)
  await agent.stopAccepting()
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the shop and its products are accessible', async () => {
  await assertAccessible(customer.page, 'the shop')
  await customer.page.getByRole('link', { name: /Tide bowl/ }).click()
  await waitUntilShown(customer.page.getByRole('heading', { name: 'Tide bowl' }))
  await assertAccessible(customer.page, 'a product')
})

test('a violation is found in every look of the page', async () => {
  const { page } = await stage.customer()
  await page.evaluate("document.querySelector('h1').append(document.createElement('img'))")
  const looks = ['light, 1280 px', 'dark, 1280 px', 'dark, 390 px', 'light, 390 px']
  await assert.rejects(assertAccessible(page, 'a picture without a text'), ({ actual }) => {
    const found: readonly string[] = actual
    assert.deepEqual(
      found.map((violation) => violation.slice(0, violation.indexOf(' ('))),
      looks.map((look) => `${look}: image-alt`),
    )
    return true
  })
  await page.close()
})

test('the chat is accessible while it is loaded', async () => {
  wire.decide({ get_chats_summary: 'hold' })
  await customer.page.reload()
  await customer.openChat()
  await waitUntilShown(customer.page.getByText('Loading the chat'))
  await assertAccessible(customer.page, 'loading')
})

test('the chat is accessible when it is refused', async () => {
  wire.decide({ login: { refusedAs: 'customer_banned' } })
  await customer.page.reload()
  await waitUntilShown(customer.page.getByRole('button', { name: 'Connect again' }))
  await waitUntilShown(customer.page.getByText('No chat for now'))
  await assertAccessible(customer.page, 'refused')
})

test('the form before a chat and its errors are accessible', async () => {
  wire.decide({ update_customer: { refusedAs: 'internal' } })
  await customer.page.reload()
  await waitUntilShown(customer.page.getByLabel('Your name'))
  await assertAccessible(customer.page, 'before the chat')
  await customer.introduce('Mia', 'Is the mug dishwasher safe?')
  await waitUntilShown(customer.page.getByText('That did not work.'))
  await assertAccessible(customer.page, 'the chat is not begun')
  wire.decide({})
})

test('a chat is accessible before an agent joins, with many kinds of content, and during a confirmation', async () => {
  await customer.page.getByRole('button', { name: 'Start chat' }).click()
  await waitUntilShown(customer.message('Is the mug dishwasher safe?'))
  await assertAccessible(customer.page, 'nobody has joined')

  await agent.open('Mia')
  await agent.button('Join chat').click()
  for (let line = 1; line <= 12; line += 1) await agent.send(`Reason ${line}:\nhttps://example.com/${line}`)
  await waitUntilShown(customer.page.getByRole('link', { name: 'https://example.com/12' }))
  await customer.send('See https://example.com/mug')
  await agent.type('I do')
  await waitUntilShown(customer.page.getByText('Ada is typing'))
  await assertAccessible(customer.page, 'in full swing')

  await customer.page.getByRole('button', { name: 'End chat' }).click()
  await assertAccessible(customer.page, 'asked whether to end the chat')
  await customer.page.keyboard.press('Escape')
})

test('a chat that counts unread messages, and new ones further down, is accessible', async () => {
  await scrollToStart(customer.page.locator('#chat-scroller'))
  await agent.send('Still there?')
  await waitUntilShown(customer.page.getByRole('button', { name: 'New messages' }))
  await assertAccessible(customer.page, 'new messages further down')
  await customer.page.getByRole('button', { name: 'Close the chat window' }).click()
  await agent.send('Hello?')
  await waitUntilShown(customer.page.getByRole('button', { name: 'Open chat, 1 unread' }))
  await assertAccessible(customer.page, 'unread messages')
  await customer.openChat()
})

test('pending and refused messages are accessible', async () => {
  wire.decide({ send_event: { refusedAs: 'internal' } })
  await customer.send('Refused')
  await waitUntilShown(customer.page.getByText('Not sent.'))
  await assertAccessible(customer.page, 'a message was refused')
  wire.decide({})
  await stage.quickstart.kill()
  await waitUntilShown(customer.page.getByText(/Connection lost|Connecting/))
  await customer.send('Written while the server was away')
  await waitUntilShown(customer.page.getByText('Waiting for the connection…'))
  await assertAccessible(customer.page, 'the connection is lost')
  await stage.quickstart.start()
  await retryNow(customer.page)
  await waitUntilShown(customer.message('Written while the server was away'))
  stage.browser.forgive(connectionProblems)
})

test('a chat that has ended is accessible', async () => {
  await customer.endChat()
  await waitUntilShown(customer.page.getByText('This chat has ended.'))
  await assertAccessible(customer.page, 'ended')
})
