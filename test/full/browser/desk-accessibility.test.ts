import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { connectionProblems, retryNow, scrollToStart, waitUntilGone, waitUntilShown } from './browser.js'
import { AgentAt, type CustomerAt } from './people.js'
import { Shopper } from './shoppers.js'
import { openSignIn, signIn } from './sign-in.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

let stage: Stage
let customer: CustomerAt
let agent: AgentAt
let wire: Wire

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = new AgentAt(await stage.browser.open(stage.announced.desk))
  wire = await Wire.of(agent.page)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the desk is accessible before the sign-in and without any chats', async () => {
  await waitUntilShown(agent.button('Sign in with Parley'))
  await assertAccessible(agent.page, 'sign-in')
  await (await openSignIn(agent.page)).close()
  await waitUntilShown(agent.page.getByText('the window was closed'))
  await assertAccessible(agent.page, 'sign-in with a problem')
  await signIn(agent.page, stage.announced.ada)
  await waitUntilShown(agent.page.getByText('No chats yet'))
  await assertAccessible(agent.page, 'no chats')
  await agent.stopAccepting()
  await assertAccessible(agent.page, 'not accepting chats')
})

test('the list is accessible while it is loaded, and with chats in it', async () => {
  wire.decide({ login: 'hold' })
  await agent.page.reload()
  await waitUntilShown(agent.page.getByText('Loading chats'))
  await assertAccessible(agent.page, 'loading the list')
  wire.decide({ get_chat_threads: 'hold' })
  await agent.page.reload()
  await customer.openChat()
  await customer.introduce('Mia', 'Is the mug dishwasher safe?')
  await waitUntilShown(agent.row('Mia').getByText('unread'))
  await assertAccessible(agent.page, 'the list')
})

test('a chat is accessible while it is loaded, and for an agent who only reads', async () => {
  await agent.open('Mia')
  await agent.page.reload()
  await waitUntilShown(agent.page.getByText('Loading the chat'))
  await assertAccessible(agent.page, 'loading a chat')
  wire.decide({})
  await agent.page.reload()
  await waitUntilShown(agent.message('Is the mug dishwasher safe?'))
  await waitUntilShown(agent.button('Join chat'))
  await assertAccessible(agent.page, 'reading along')
})

test('a chat with many kinds of content is accessible, for a reply and for a note', async () => {
  await agent.button('Join chat').click()
  for (let line = 1; line <= 12; line += 1) await agent.send(`Reason ${line}:\nhttps://example.com/${line}`)
  await customer.send('See https://example.com/mug')
  await customer.type('And the')
  await waitUntilShown(agent.page.locator('#peek').getByText('And the', { exact: true }))
  await assertAccessible(agent.page, 'a reply')
  await agent.note('Send the leaflet: https://example.com/leaflet')
  await waitUntilShown(agent.page.getByRole('link', { name: 'https://example.com/leaflet' }))
  await assertAccessible(agent.page, 'a note')
})

test('a typing colleague and new messages further down are accessible', async () => {
  const grace = await stage.agent(stage.announced.grace)
  await grace.open('Mia')
  await grace.button('Join chat').click()
  await scrollToStart(agent.page.locator('#scroller'))
  await grace.send('I know the answer.')
  await waitUntilShown(agent.button('New messages'))
  // The typing indicator disappears after a few seconds.
  await grace.type('It is')
  await waitUntilShown(agent.page.getByText('Grace is typing'))
  await assertAccessible(agent.page, 'a colleague types')
  await grace.page.close()
})

test('the details of a customer are accessible, however many they are', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`Field ${index}`, 'x'.repeat(80)]),
  )
  await customer.enterDetails(fields)
  await agent.page.setViewportSize({ width: 900, height: 700 })
  await agent.button('Customer details').click()
  await waitUntilShown(agent.page.getByText('Field 39'))
  await assertAccessible(agent.page, 'details')
  await agent.page.setViewportSize({ width: 900, height: 700 })
  await agent.button('Hide the details').click()
  await agent.page.setViewportSize({ width: 1280, height: 800 })
})

test('very long names and addresses are accessible, in the list and beside a chat', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff'
  const shopper = await Shopper.arrive(stage.announced.customer, `${name} ${name}`)
  await shopper.call('update_customer', { email: `${name.repeat(2)}@example.com` })
  await shopper.ask(name.repeat(4))
  await agent.open(name)
  await agent.button('Join chat').click()
  await waitUntilShown(agent.page.locator('#details').getByText('@example.com'))
  await assertAccessible(agent.page, 'a long name')
  await agent.page.evaluate("location.hash = ''")
  await assertAccessible(agent.page, 'a long name in the list')
  await agent.open('Mia')
})

test('errors and a lost connection are shown accessibly', async () => {
  wire.decide({ send_event: { refusedAs: 'internal' }, remove_from_chat: { refusedAs: 'internal' } })
  await agent.send('Refused')
  await agent.button('Leave').click()
  await waitUntilShown(agent.page.getByText('That did not work.'))
  await waitUntilShown(agent.page.getByText('Not sent.'))
  await assertAccessible(agent.page, 'refused')
  wire.decide({})
  await agent.send('Taken')
  await waitUntilShown(agent.message('Taken'))
  await waitUntilGone(agent.page.getByText('That did not work.'))
  await stage.quickstart.kill()
  await waitUntilShown(agent.page.getByText(/Connection lost|Connecting/))
  await assertAccessible(agent.page, 'the connection is lost')
  await stage.quickstart.start()
  await retryNow(agent.page)
  await waitUntilGone(agent.page.getByText(/Connection lost|Connecting/))
  stage.browser.forgive(connectionProblems)
})

test('a closed chat and the confirmation before closing are accessible', async () => {
  await agent.button('Close chat').click()
  await assertAccessible(agent.page, 'asked whether to close')
  await agent.page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click()
  await waitUntilShown(agent.row('Mia').getByText('Closed'))
  await assertAccessible(agent.page, 'closed')
})
