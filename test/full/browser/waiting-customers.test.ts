import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Shopper } from './shoppers.js'
import { Stage } from './stage.js'

/** Customers who, with Mia, have as many chats as an agent of the quickstart can get. */
const SHOPPERS = ['Sol', 'Sam']

let stage: Stage
let ada: AgentAt
let mia: CustomerAt
let ben: CustomerAt
let zoe: CustomerAt

before(async () => {
  stage = await Stage.open()
  ada = await stage.agent(stage.announced.ada)
  mia = await stage.customer()
  ben = await stage.customer()
  zoe = await stage.customer()
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('a customer sees when no agent is available, and an agent who accepts chats gets the chat', async () => {
  await ada.stopAccepting()
  await mia.openChat()
  await mia.introduce('Mia', 'Is the mug dishwasher safe?')
  await waitUntilShown(
    place(mia).getByText('Nobody is here right now. Write to us, and we will answer when we are back.'),
  )
  await waitUntilGone(mia.page.getByText('Waiting for an agent'))
  await assertAccessible(mia.page, 'nobody is here')
  await mia.page.reload()
  await waitUntilShown(place(mia).getByText('Nobody is here right now.'))

  await ada.accepting.click()
  await waitUntilShown(mia.page.getByRole('heading', { name: 'Ada' }))
  await waitUntilGone(place(mia))
  await waitUntilShown(mia.log.getByText('Ada was assigned to the chat'))
  await waitUntilShown(ada.row('Mia').getByText('You', { exact: true }))
  await assertAccessible(mia.page, 'an agent was assigned')
})

test('customers see their queue positions, which change while they wait', async () => {
  for (const name of SHOPPERS) {
    await (await Shopper.arrive(stage.announced.customer, name)).ask(`${name} asks`)
    await waitUntilShown(ada.row(name).getByText('You', { exact: true }))
  }
  await ben.openChat()
  await ben.introduce('Ben', 'Where is my parcel?')
  await waitUntilShown(place(ben).getByText('You are next.'))
  await zoe.openChat()
  await zoe.introduce('Zoe', 'Which glaze is it?')
  await waitUntilShown(place(zoe).getByText('1 person is before you.'))
  assert.equal(await spoken(zoe), 'You are in the queue. Others are before you.')
  await waitUntilShown(zoe.page.getByText('Waiting for an agent'))
  await assertAccessible(zoe.page, 'a place in the line')

  await ada.open('Mia')
  await ada.closeChat()
  await waitUntilShown(ben.page.getByRole('heading', { name: 'Ada' }))
  await waitUntilGone(place(ben))
  await waitUntilShown(place(zoe).getByText('You are next.'))
  assert.equal(await spoken(zoe), 'You are next.')
  await assertAccessible(zoe.page, 'next in the line')
})

test('a chat whose agent leaves waits again, and both sides see that', async () => {
  await ada.stopAccepting()
  await ada.open('Ben')
  await ada.button('Leave').click()
  await waitUntilShown(ben.log.getByText('The chat waits for another agent'))
  await waitUntilShown(ada.log.getByText('The chat waits for another agent'))
  await waitUntilShown(place(ben).getByText('Nobody is here right now.'))
  await ada.button('Join chat').click()
  await waitUntilGone(place(ben))
})

test('a customer who is banned while waiting sees the ban, and no agent', async () => {
  await ada.open('Zoe')
  await ada.button('Ban customer').click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await waitUntilShown(zoe.page.getByText('This chat is not available to you.'))
  await waitUntilGone(place(zoe))
  await waitUntilGone(zoe.page.getByText('Waiting for an agent'))
  await assertAccessible(zoe.page, 'banned while waiting')
  stage.browser.forgive(/403|Forbidden|WebSocket/)
})

test('queue positions of many customers are shown in words', async () => {
  const texts = await mia.page.evaluate<
    string[]
  >(`import('/queue-position.js').then(({ positionText, spokenPositionText }) => {
    const at = (position) => ({ position, wait_seconds: 60, accepting_chats: true })
    return [...[1, 2, 3, 999, 1000].map((position) => positionText(at(position))), spokenPositionText(at(1)), spokenPositionText(at(9))]
  })`)
  assert.deepEqual(texts, [
    'You are next.',
    '1 person is before you.',
    '2 people are before you.',
    '998 people are before you.',
    'More than 998 people are before you.',
    'You are next.',
    'You are in the queue. Others are before you.',
  ])
})

test('a push about a chat that no longer waits is ignored', async () => {
  const texts = await mia.page.evaluate<unknown[]>(`import('/queue-position.js').then(({ QueuePosition }) => {
    const position = new QueuePosition()
    const queue = { position: 2, wait_seconds: 60, accepting_chats: true }
    const systemMessage = (type) => position.applyEvent({ type: 'system_message', system_message_type: type })
    const steps = [
      () => position.setFromPush(queue),
      () => position.startWaiting(),
      () => position.setFromPush(queue),
      () => systemMessage('routing.assigned'),
      () => position.setFromPush(queue),
      () => systemMessage('routing.unassigned'),
      () => position.setFromPush(queue),
      () => position.stopWaiting(),
    ]
    return steps.map((step) => {
      step()
      return position.queue?.position ?? 'none'
    })
  })`)
  assert.deepEqual(texts, ['none', 'none', 2, 'none', 'none', 'none', 2, 'none'])
})

/** Returns the visible queue position. The text for screen readers is shorter. */
function place({ page }: CustomerAt) {
  return page.locator('#chat-place')
}

function spoken({ page }: CustomerAt): Promise<string | null> {
  return page.locator('#chat-place-spoken').textContent()
}
