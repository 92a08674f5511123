import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { gone, shown } from './browser.js'
import type { AgentAt } from './people.js'
import { Shopper } from './shoppers.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

/** Each asks as often as a customer may at once. */
const SHOPPERS = 14
const CHATS_EACH = 36

let stage: Stage
let agent: AgentAt
let wire: Wire
let firstChatId: string

before(async () => {
  stage = await Stage.open()
  const address = stage.announced.customer
  const renee = await Shopper.arrive(address, 'Renée')
  firstChatId = await renee.ask('Question zero: which clay is it?')
  await renee.call('close_thread', { chat_id: firstChatId })
  await Promise.all(Array.from({ length: SHOPPERS }, (_, index) => askOften(address, index)))
  agent = await stage.agent(stage.announced.ada)
  wire = await Wire.of(agent.page)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('every one of 500 chats can be reached in the list', async () => {
  await shown(rows())
  assert.equal(await rows().count(), 100)
  await assertAccessible(agent.page, 'a list that goes on')
  for (let page = 2; page <= 6; page += 1) {
    await agent.button('Show older chats').click()
    await shown(rows().nth(Math.min(page * 100, SHOPPERS * CHATS_EACH + 1) - 1))
  }
  await gone(agent.button('Show older chats'))
  assert.equal(await rows().count(), SHOPPERS * CHATS_EACH + 1)
  await agent.open('Renée')
  await shown(agent.message('Question zero: which clay is it?'))
})

test('a chat far down opens from its address, and no chat from one that there is not', async () => {
  await agent.page.reload()
  await shown(agent.message('Question zero: which clay is it?'))
  assert.equal(await agent.page.locator('#chat-name').textContent(), 'Renée')
  await agent.page.evaluate("location.hash = '#0190b6f0-0000-7000-8000-000000000000'")
  await shown(agent.page.getByText('This chat cannot be opened'))
  await assertAccessible(agent.page, 'a chat that is not there')
  await agent.page.evaluate("location.hash = ''")
})

test('a search goes through all chats, by names and last messages, without case and marks', async () => {
  await agent.page.reload()
  await shown(rows())
  await find('shopper 3')
  await shown(agent.page.getByText('Shopper 3').first())
  assert.equal(
    await rows()
      .filter({ hasNotText: /Shopper.*3/s })
      .count(),
    0,
  )
  await find('RENEE')
  await shown(agent.row('Renée'))
  assert.equal(await rows().count(), 1)
  await assertAccessible(agent.page, 'a search')
  await find('nobody at all')
  await shown(agent.page.getByText('No chat is like that.'))
  await assertAccessible(agent.page, 'a search without a result')
  await find('')
})

test('the list shows one state of chats, and changes as chats do', async () => {
  await choose('Closed')
  await shown(agent.row('Renée'))
  assert.equal(await rows().count(), 1)
  await choose('My chats')
  await shown(agent.page.getByText('No chat is like that.'))
  await choose('Waiting')
  await shown(rows())
  await rows().first().click()
  await agent.button('Join chat').click()
  await choose('My chats')
  await shown(rows())
  assert.equal(await rows().count(), 1)
  await choose('All chats')
})

test('what cannot be loaded is told, and can be tried again', async () => {
  await agent.page.reload()
  await shown(rows())
  wire.decide({ get_filtered_chats: { refusedAs: 'internal' } })
  await agent.button('Show older chats').click()
  await shown(agent.page.getByText('That did not work. It was refused.'))
  await assertAccessible(agent.page, 'older chats were refused')
  wire.decide({})
  await agent.button('Show older chats').click()
  await shown(rows().nth(150))
})

test('the archive finds words of any message, also of closed chats, and leads there', async () => {
  const { page } = agent
  await page.getByRole('radio', { name: 'Archive' }).check()
  await assertAccessible(page, 'the archive')
  await search('clay which')
  await shown(page.getByText('1 thread', { exact: true }))
  await assertAccessible(page, 'the archive with a result')
  await page.locator('#archive-results a').click()
  await shown(page.locator('.is-sought').getByText('Question zero: which clay is it?'))
  await assertAccessible(page, 'a message that was found')
})

test('the archive goes on page by page, and has bounds by day', async () => {
  const { page } = agent
  await search('question')
  await shown(page.getByText(`${SHOPPERS * CHATS_EACH + 1} threads`))
  await page.getByRole('button', { name: 'Show more' }).click()
  await shown(page.locator('#archive-results a').nth(49))
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await search('question')
  await shown(page.getByText('Nothing was found.'))
  await assertAccessible(page, 'the archive without a result')
  await page.getByLabel('To', { exact: true }).fill('')
  wire.decide({ get_archives: { refusedAs: 'validation' } })
  await search('question')
  await shown(page.getByText('That did not work. It was refused.'))
  await assertAccessible(page, 'a search of the archive was refused')
})

async function askOften(address: string, index: number): Promise<void> {
  const shopper = await Shopper.arrive(address, `Shopper ${index}`)
  for (let chat = 0; chat < CHATS_EACH; chat += 1) await shopper.ask(`Question ${index * CHATS_EACH + chat}`)
}

function rows() {
  return agent.page.locator('#chats a')
}

async function find(words: string): Promise<void> {
  await agent.page.getByLabel('Find chats').fill(words)
}

async function choose(state: string): Promise<void> {
  await agent.page.getByLabel('Which chats').selectOption(state)
}

async function search(query: string): Promise<void> {
  await agent.page.getByLabel('Words in messages').fill(query)
  await agent.button('Search').click()
}
