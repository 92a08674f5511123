import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

let stage: Stage
let mia: CustomerAt
let ada: AgentAt
let grace: AgentAt

before(async () => {
  stage = await Stage.open()
  ada = await stage.agent(stage.announced.ada)
  mia = await stage.customer()
  await mia.openChat()
  await mia.introduce('Mia', 'My mug broke.')
  await waitUntilShown(ada.row('Mia'))
  const ben = await stage.customer()
  await ben.openChat()
  await ben.introduce('Ben', 'Where is my parcel?')
  await waitUntilShown(ada.row('Ben'))
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('a chat that an agent leaves keeps its position in the list and its last message', async () => {
  assert.deepEqual(await names(ada), ['Ben', 'Mia'])
  await ada.open('Mia')
  const logLines = ada.log.locator('.log-line')
  const before = await logLines.count()
  await ada.button('Leave').click()
  await waitUntilShown(logLines.nth(before))
  assert.deepEqual(await names(ada), ['Ben', 'Mia'])
  await waitUntilShown(ada.row('Mia').getByText('My mug broke.'))
})

test('a chat that is assigned to another agent keeps its position, and only messages count as unread', async () => {
  grace = await stage.agent(stage.announced.grace)
  // No other agent is connected, so Ada gets the chat again.
  await ada.button('Leave').click()
  await waitUntilShown(grace.row('Mia').getByText('You', { exact: true }))
  assert.deepEqual(await names(grace), ['Ben', 'Mia'])
  await grace.open('Mia')
  await waitUntilShown(grace.row('Mia').and(grace.page.locator(':not(.is-unread)')))
  await ada.open('Ben')
  await ada.button('Leave').click()
  await waitUntilShown(grace.row('Ben').getByText('You', { exact: true }))
  assert.deepEqual(await names(grace), ['Ben', 'Mia'])
  await waitUntilShown(grace.row('Ben').getByText('Where is my parcel?'))
})

test('a chat moves up when a message arrives', async () => {
  await mia.send('Still there?')
  await waitUntilShown(grace.row('Mia').getByText('Still there?'))
  assert.deepEqual(await names(grace), ['Mia', 'Ben'])
})

test('a reloaded list has the same order, and the archive shows the messages', async () => {
  await grace.page.reload()
  await waitUntilShown(grace.row('Mia').getByText('Still there?'))
  assert.deepEqual(await names(grace), ['Mia', 'Ben'])
  await grace.page.getByRole('radio', { name: 'Archive' }).check()
  await grace.button('Search').click()
  const found = grace.page.locator('#archive-results')
  await waitUntilShown(found.getByText('My mug broke.'))
  await waitUntilShown(found.getByText('Where is my parcel?'))
})

function names(agent: AgentAt): Promise<string[]> {
  return agent.page.locator('#chats .chat-row-name').allInnerTexts()
}
