import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt } from './people.js'
import { Shopper } from './shoppers.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

/** Number of customers. Each starts as many chats as the rate limit allows. */
const SHOPPERS = 14
const CHATS_EACH = 36
/** Id of a team's group. */
const WORKSHOP = 2
/** Number of waiting chats that an agent gets after connecting. */
const MOST_CHATS = 3

let stage: Stage
let agent: AgentAt
let wire: Wire
let firstChatId: string

before(async () => {
  stage = await Stage.open()
  const address = stage.announced.customer
  const renee = await Shopper.arrive(address, 'Renée')
  firstChatId = await renee.ask('Question zero: which clay is it?')
  await renee.call('update_chat_scopes', { chat_id: firstChatId, add_scopes: { groups: [WORKSHOP] } })
  await renee.call('close_thread', { chat_id: firstChatId })
  await Promise.all(Array.from({ length: SHOPPERS }, (_, index) => askOften(address, index)))
  agent = await stage.agent(stage.announced.ada)
  wire = await Wire.of(agent.page)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('every one of 500 chats can be reached in the list', async () => {
  await waitUntilShown(rows())
  // She gets the longest-waiting chats, which are not on the first page of the list.
  const count = await rows().count()
  assert.ok(count >= 100 && count <= 100 + MOST_CHATS, `${count} rows`)
  await assertAccessible(agent.page, 'a list that goes on')
  for (let page = 2; page <= 6; page += 1) {
    await agent.button('Show older chats').click()
    await waitUntilShown(rows().nth(Math.min(page * 100, SHOPPERS * CHATS_EACH + 1) - 1))
  }
  await waitUntilGone(agent.button('Show older chats'))
  assert.equal(await rows().count(), SHOPPERS * CHATS_EACH + 1)
  await agent.open('Renée')
  await waitUntilShown(agent.message('Question zero: which clay is it?'))
})

test('a chat far down opens from its address, and an unknown address opens no chat', async () => {
  await agent.page.reload()
  await waitUntilShown(agent.message('Question zero: which clay is it?'))
  assert.equal(await agent.page.locator('#chat-name').textContent(), 'Renée')
  await agent.page.evaluate("location.hash = '#0190b6f0-0000-7000-8000-000000000000'")
  await waitUntilShown(agent.page.getByText('This chat cannot be opened'))
  await assertAccessible(agent.page, 'a chat that is not there')
  await agent.page.evaluate("location.hash = ''")
})

test('a search finds names and last messages in all chats, ignoring case and diacritics', async () => {
  await agent.page.reload()
  await waitUntilShown(rows())
  await find('shopper 3')
  await waitUntilShown(agent.page.getByText('Shopper 3').first())
  assert.equal(
    await rows()
      .filter({ hasNotText: /Shopper.*3/s })
      .count(),
    0,
  )
  await find('RENEE')
  await waitUntilShown(agent.row('Renée'))
  assert.equal(await rows().count(), 1)
  await assertAccessible(agent.page, 'a search')
  await find('nobody at all')
  await waitUntilShown(agent.page.getByText('No chat is like that.'))
  await assertAccessible(agent.page, 'a search without a result')
  await find('')
})

test('the list shows chats in one state, and changes when chats do', async () => {
  await choose('Closed')
  await waitUntilShown(agent.row('Renée'))
  assert.equal(await rows().count(), 1)
  await choose('My chats')
  await waitUntilShown(rows().nth(MOST_CHATS - 1))
  assert.equal(await rows().count(), MOST_CHATS)
  await agent.page.getByRole('radio', { name: 'Waiting' }).check()
  const places = agent.page.locator('#waiting-places a')
  await waitUntilShown(places.nth(24))
  assert.equal(await places.count(), 25)
  await waitUntilShown(agent.page.getByText('25+'))
  await assertAccessible(agent.page, 'a line that goes on')
  for (let count = 50; count <= 150; count += 25) {
    await agent.button('Show more').click()
    await waitUntilShown(places.nth(count - 1))
  }
  await agent.button('Take next').click()
  await waitUntilShown(agent.button('Close chat'))
  await agent.page.getByRole('radio', { name: 'Chats' }).check()
  await waitUntilShown(rows().nth(MOST_CHATS))
  assert.equal(await rows().count(), MOST_CHATS + 1)
  await choose('All chats')
})

test('a failed load is reported and can be retried', async () => {
  await agent.page.reload()
  await waitUntilShown(rows())
  wire.decide({ get_filtered_chats: { refusedAs: 'internal' } })
  await agent.button('Show older chats').click()
  await waitUntilShown(agent.page.getByText('That did not work. It was refused.'))
  await assertAccessible(agent.page, 'older chats were refused')
  wire.decide({})
  await agent.button('Show older chats').click()
  await waitUntilShown(rows().nth(150))
})

test('the archive finds words of any message, also in closed chats, and opens the chat', async () => {
  const { page } = agent
  await page.evaluate("location.hash = ''")
  await page.getByRole('radio', { name: 'Archive' }).check()
  await assertAccessible(page, 'the archive')
  await search('clay which')
  await waitUntilShown(page.getByText('1 thread', { exact: true }))
  await assertAccessible(page, 'the archive with a result')
  await page.locator('#archive-results a').click()
  await waitUntilShown(page.locator('.is-sought').getByText('Question zero: which clay is it?'))
  await assertAccessible(page, 'a message that was found')
})

test('the archive is read page by page, and can be limited by day', async () => {
  const { page } = agent
  await search('question')
  await waitUntilShown(page.getByText(`${SHOPPERS * CHATS_EACH + 1} threads`))
  await page.getByRole('button', { name: 'Show more' }).click()
  await waitUntilShown(page.locator('#archive-results a').nth(49))
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await search('question')
  await waitUntilShown(page.getByText('Nothing was found.'))
  await page.evaluate("location.hash = ''")
  await assertAccessible(page, 'the archive without a result')
  await page.getByLabel('To', { exact: true }).fill('')
})

test('the archive can be filtered by agent and by team', async () => {
  const { page } = agent
  await search('')
  await waitUntilShown(page.getByText(`${SHOPPERS * CHATS_EACH + 1} threads`))
  await page.getByLabel('Agent').selectOption('Ada')
  await search('')
  await waitUntilShown(page.getByText(`${MOST_CHATS + 1} threads`, { exact: true }))
  await waitUntilShown(page.locator('#archive-results').getByText(/Shopper/))
  await page.getByLabel('Team').selectOption('Workshop')
  await search('')
  await waitUntilShown(page.getByText('Nothing was found.'))
  await page.getByLabel('Agent').selectOption('Anybody')
  await search('')
  await waitUntilShown(page.locator('#archive-results').getByText('Renée'))
  await page.evaluate("location.hash = ''")
  await assertAccessible(page, 'the archive of a team')
  await page.getByLabel('Team').selectOption('Any team')
})

test('the list of agents is available only to agents who are signed in to the desk', async () => {
  const url = new URL('/quickstart/colleagues', stage.announced.desk)
  const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status
  const token = await agent.page.evaluate<string>("JSON.parse(sessionStorage['parley.desk']).accessToken")
  assert.equal(await status({ authorization: `Bearer ${token}` }), 200)
  assert.equal(await status({}), 401)
  assert.equal(await status({ authorization: 'Bearer pla_none' }), 401)
})

test('a failed search of the archive is reported', async () => {
  const { page } = agent
  wire.decide({ get_archives: { refusedAs: 'validation' } })
  await search('question')
  await waitUntilShown(page.getByText('That did not work. It was refused.'))
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
