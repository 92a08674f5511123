import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

let stage: Stage
let customer: CustomerAt
let ada: AgentAt
let grace: AgentAt

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  ada = await stage.agent(stage.announced.ada)
  grace = await stage.agent(stage.announced.grace)
  await customer.openChat()
  await customer.introduce('Mia', 'My mug broke.')
  // Ada gets the first chat because no agent has a chat yet.
  await ada.open('Mia')
  await grace.open('Mia')
  await grace.button('Join chat').click()
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('several agents in a chat are distinguished on both sides', async () => {
  await waitUntilShown(customer.page.getByRole('heading', { name: 'Ada, Grace' }))
  await ada.send('Hello Mia, this is Ada.')
  await grace.send('And I am Grace.')
  await waitUntilShown(customer.message('And I am Grace.'))
  const tints = await customer.log
    .locator('article[data-tint]')
    .evaluateAll((articles) => articles.map((article) => article.getAttribute('data-tint')))
  assert.equal(new Set(tints).size, 2)
  await waitUntilShown(
    ada.log.locator('article', { hasText: 'And I am Grace.' }).getByText('Agent', { exact: true }),
  )
  assert.equal(await ada.log.locator('article', { hasText: 'My mug broke.' }).getByText('Agent').count(), 0)
  await assertAccessible(customer.page, 'two agents')
  await assertAccessible(ada.page, 'a colleague in the chat')
})

test('a canned reply is inserted into the field, with the name of the customer, before it is sent', async () => {
  await ada.field.press('/')
  await waitUntilShown(ada.page.getByRole('button', { name: /^Hello/ }))
  await assertAccessible(ada.page, 'canned replies')
  await ada.page.keyboard.press('Escape')
  await waitUntilGone(ada.page.locator('#replies'))
  await ada.button('Canned replies').click()
  await ada.page.getByRole('button', { name: /^Hello/ }).click()
  assert.equal(await ada.field.inputValue(), 'Hello Mia! How can I help you?')
  await ada.field.press('Enter')
  await waitUntilShown(customer.message('Hello Mia! How can I help you?'))
})

test('a slash and the beginning of a title narrow the canned replies, and Enter takes the first one', async () => {
  await ada.field.pressSequentially('/del')
  const replies = ada.page.locator('#replies button')
  await waitUntilShown(replies.filter({ hasText: 'Delivery' }))
  assert.equal(await replies.count(), 1)
  await assertAccessible(ada.page, 'canned replies that match')
  await ada.field.press('Enter')
  await waitUntilGone(replies)
  assert.match(await ada.field.inputValue(), /^Parcels leave on Tuesdays/)
  await ada.field.press('Enter')
  await waitUntilShown(customer.message(await textOf('Delivery')))
})

test('arrow keys select another canned reply, and Tab inserts it', async () => {
  await ada.field.pressSequentially('/')
  await ada.field.press('ArrowDown')
  await waitUntilShown(ada.page.locator('#replies .is-marked', { hasText: 'One moment' }))
  await ada.field.press('ArrowUp')
  await ada.field.press('ArrowUp')
  await waitUntilShown(ada.page.locator('#replies .is-marked', { hasText: 'Goodbye' }))
  await ada.field.press('Tab')
  assert.equal(await ada.field.inputValue(), 'Thank you for writing, Mia. Have a good day!')
  await waitUntilShown(ada.page.locator('#text:focus'))
  await ada.field.fill('')
})

test('Escape turns the text after a slash into a message, and the next slash searches for a reply again', async () => {
  await ada.field.pressSequentially('/ret')
  await waitUntilShown(ada.page.locator('#replies'))
  await ada.field.press('Escape')
  await waitUntilGone(ada.page.locator('#replies'))
  await ada.field.press('Enter')
  await waitUntilShown(customer.message('/ret'))
  await ada.field.pressSequentially('/ret')
  await waitUntilShown(ada.page.locator('#replies'))
  await ada.field.fill('')
})

test('a message that begins with a slash and is no canned reply is sent as it is', async () => {
  await ada.field.pressSequentially('/delivery-notes')
  await waitUntilGone(ada.page.locator('#replies'))
  await ada.field.press('Enter')
  await waitUntilShown(customer.message('/delivery-notes'))
})

test('a slash within a message opens no canned replies, and an Enter that ends a composition inserts none', async () => {
  await ada.field.pressSequentially('and/or')
  await waitUntilGone(ada.page.locator('#replies'))
  await ada.field.fill('／del')
  await waitUntilShown(ada.page.locator('#replies'))
  await ada.field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  assert.equal(await ada.field.inputValue(), '／del')
  await ada.field.fill('')
  await waitUntilGone(ada.page.locator('#replies'))
})

test('canned replies opened by the button have a search field, and are inserted at the caret', async () => {
  await ada.field.fill('Hi! ')
  await ada.button('Canned replies').click()
  const search = ada.page.getByLabel('Find a reply')
  await search.pressSequentially('nothing like it')
  await waitUntilShown(ada.page.getByText('No reply is like that.'))
  await assertAccessible(ada.page, 'no canned reply matches')
  await search.press('Enter')
  await search.fill('ret')
  await search.press('Enter')
  await waitUntilGone(search)
  assert.equal(await ada.field.inputValue(), `Hi! ${await textOf('Returns')}`)
  await ada.field.fill('')
})

test('an emoji is inserted at the caret, on both sides', async () => {
  await customer.field.fill('Thanks  a lot')
  await customer.field.press('Home')
  for (let step = 0; step < 7; step += 1) await customer.field.press('ArrowRight')
  await customer.page.getByRole('button', { name: 'Emoji' }).click()
  await assertAccessible(customer.page, 'emoji')
  await customer.page.keyboard.press('ArrowRight')
  await customer.page.getByRole('button', { name: 'folded hands' }).click()
  await customer.field.press('Enter')
  await waitUntilShown(ada.message('Thanks 🙏 a lot'))
  await ada.button('Emoji').click()
  await assertAccessible(ada.page, 'emoji at the desk')
  await ada.page.getByRole('button', { name: 'tea bowl' }).click()
  await ada.field.press('Enter')
  await waitUntilShown(customer.message('🍵'))
})

test('a sound and a notification are given once they are enabled', async () => {
  const { page } = ada
  await page.context().grantPermissions(['notifications'])
  await page.evaluate(`
    globalThis.notifications = []
    globalThis.Notification = class {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title, options) { notifications.push({ title, ...options }) }
    }
    document.hasFocus = () => false
  `)
  await customer.send('Without a notification')
  await waitUntilShown(ada.message('Without a notification'))
  assert.deepEqual(await page.evaluate('notifications'), [])
  await ada.button('Sound and notifications').click()
  await page.getByRole('switch', { name: 'Sound' }).click()
  await page.getByRole('switch', { name: 'Desktop notifications' }).click()
  await waitUntilShown(page.getByRole('switch', { name: 'Desktop notifications', checked: true }))
  await assertAccessible(page, 'alerts')
  await page.keyboard.press('Escape')
  await customer.send('With a notification')
  await waitUntilShown(ada.message('With a notification'))
  const [notification] = await page.evaluate<{ title: string; body: string }[]>('notifications')
  assert.equal(notification?.title, 'Mia')
  assert.equal(notification?.body, 'With a notification')
})

test('notifications that the browser refuses stay off, and the reason is shown', async () => {
  const { page } = customer
  await page.evaluate("globalThis.Notification = class { static requestPermission = async () => 'denied' }")
  await page.getByRole('button', { name: 'Sound and notifications' }).click()
  await page.getByRole('switch', { name: 'Desktop notifications' }).click()
  await waitUntilShown(page.getByText('The browser does not allow notifications of this page.'))
  await assertAccessible(page, 'notifications are refused')
  await page.keyboard.press('Escape')
})

test('a chat that is transferred belongs to that team, and leaves the list of others', async () => {
  await ada.button('Leave').click()
  await waitUntilShown(ada.button('Join chat'))
  const linus = await stage.agent(stage.announced.linus)
  await waitUntilShown(linus.row('Mia'))
  await grace.button('Transfer').click()
  await assertAccessible(grace.page, 'asked to whom to transfer')
  await grace.page.getByRole('dialog').getByLabel('Team').selectOption('Workshop')
  await grace.page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click()
  await waitUntilGone(grace.row('Mia'))
  await waitUntilShown(linus.row('Mia').getByText('Workshop'))
  await waitUntilShown(linus.row('Mia').getByText('You', { exact: true }))
  await waitUntilShown(ada.row('Mia').getByText('Workshop'))
  await assertAccessible(ada.page, 'a chat of a team')
  await customer.send('Is anybody there?')
  await waitUntilShown(linus.row('Mia').getByText('Is anybody there?'))
  assert.equal(await grace.row('Mia').count(), 0)
  await linus.page.close()
})

test('a banned customer is disconnected and informed', async () => {
  await ada.button('Ban customer').click()
  await ada.page.getByRole('dialog').getByLabel('For').selectOption('a week')
  await assertAccessible(ada.page, 'asked for how long to ban')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await waitUntilShown(ada.page.locator('#details').getByText('Banned'))
  await waitUntilGone(ada.button('Ban customer'))
  await waitUntilShown(customer.page.getByText('This chat is not available to you.'))
  await assertAccessible(ada.page, 'a customer is banned')
  await assertAccessible(customer.page, 'banned')
  await customer.page.reload()
  await waitUntilShown(customer.page.getByText('This chat is not available to you.'))
  stage.browser.forgive(/403|Forbidden|WebSocket/)
})

/** Returns the text of a canned reply from the page. */
function textOf(title: string): Promise<string> {
  const find = `({ cannedReplies }) => cannedReplies.find(({ title }) => title === '${title}').text`
  return ada.page.evaluate(`import('/canned-replies.js').then(${find})`)
}
