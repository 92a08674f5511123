import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt } from './people.js'
import { Shopper } from './shoppers.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

/** Maximum number of chats of an agent in the quickstart. */
const MOST_CHATS = 3
/** Id of the team's group that Linus belongs to and Grace does not. */
const WORKSHOP = 2

let stage: Stage
let ada: AgentAt
let grace: AgentAt

before(async () => {
  stage = await Stage.open()
  ada = await stage.agent(stage.announced.ada)
  grace = await stage.agent(stage.announced.grace)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('two agents share the customers', async () => {
  for (let customer = 1; customer <= MOST_CHATS * 2; customer += 1) await ask(`Early ${customer}`)
  for (const agent of [ada, grace]) {
    await waitUntilShown(own(agent).nth(MOST_CHATS - 1))
    assert.equal(await own(agent).count(), MOST_CHATS)
  }
  await lookAtWaiting(ada)
  await waitUntilShown(ada.page.getByText('Nobody waits'))
  assert.equal(await ada.button('Take next').isDisabled(), true)
  await assertAccessible(ada.page, 'nobody waits')
})

test('a customer waits when all agents are busy, and agents see for how long and why', async () => {
  for (const name of ['Uma', 'Vic', 'Wes']) await ask(name)
  const xia = await ask('Xia')
  await waitUntilShown(place(ada, 'Xia'))
  assert.deepEqual(await names(ada), ['Uma', 'Vic', 'Wes', 'Xia'])
  await waitUntilShown(place(ada, 'Uma').getByText('under 1 min'))
  await waitUntilShown(place(ada, 'Uma').getByText('Busy: you, Grace'))
  await waitUntilShown(ada.page.locator('#waiting-count').getByText('4', { exact: true }))
  await place(ada, 'Xia').focus()
  const event = { type: 'message', text: 'Still there?' }
  await xia.shopper.call('send_event', { chat_id: xia.chatId, event })
  await waitUntilShown(place(ada, 'Xia').getByText('Still there?'))
  await waitUntilShown(ada.page.locator('#waiting-places a:focus', { hasText: 'Xia' }))
  await place(ada, 'Uma').click()
  await waitUntilShown(ada.page.getByText('Waiting for an agent · Busy: you, Grace'))
  await assertAccessible(ada.page, 'a chat that waits')
  await ada.page.evaluate("location.hash = ''")
  await assertAccessible(ada.page, 'who waits')
})

test('an agent takes the next customer by keyboard, and the chat opens', async () => {
  await ada.button('Take next').focus()
  await ada.page.keyboard.press('Enter')
  await waitUntilShown(ada.page.getByRole('heading', { name: 'Uma' }))
  await waitUntilShown(ada.page.getByText('With you'))
  await waitUntilShown(ada.page.locator('textarea:focus'))
  await waitUntilGone(place(ada, 'Uma'))
  assert.equal(await place(ada, 'Vic').count(), 1)
})

test('when another agent is faster, the next customer is taken instead, and a message says so', async () => {
  const wire = await Wire.of(grace.page)
  await grace.page.reload()
  await lookAtWaiting(grace)
  await waitUntilShown(place(grace, 'Vic'))
  // The request of Grace is held until Ada has joined.
  const adaJoins = async () => {
    wire.decide({})
    await ada.button('Take next').click()
    await waitUntilShown(ada.page.getByRole('heading', { name: 'Vic' }))
  }
  wire.decide({ join_chat: { after: adaJoins } })
  await grace.button('Take next').click()
  await waitUntilShown(grace.page.getByRole('heading', { name: 'Wes' }))
  await waitUntilShown(grace.page.getByText('Ada was quicker: this is the next.'))
  await assertAccessible(grace.page, 'another agent was quicker')
  await place(grace, 'Xia').click()
  await waitUntilShown(grace.page.getByRole('heading', { name: 'Xia' }))
  await grace.page.goBack()
  await waitUntilShown(grace.page.getByRole('heading', { name: 'Wes' }))
  await waitUntilGone(grace.page.getByText('this is the next'))
  await waitUntilShown(ada.page.getByText('With you', { exact: true }))
})

test('closing a chat frees capacity, and a chat of a team waits for an agent of the team', async () => {
  await ask('Yan', WORKSHOP)
  await ada.stopAccepting()
  await waitUntilShown(ada.page.getByText('You keep your chats and get no new ones'))
  await lookAtWaiting(ada)
  await waitUntilShown(place(ada, 'Yan').getByText('Nobody who accepts chats is in Workshop'))
  await waitUntilShown(place(ada, 'Yan').getByText('Workshop', { exact: true }))
  await assertAccessible(ada.page, 'a chat of a team waits')

  await grace.page.getByRole('radio', { name: 'Chats' }).check()
  // Grace has taken one chat more than she would be assigned.
  for (let chat = 1; chat <= 2; chat += 1) await closeOne(grace)
  await waitUntilGone(place(ada, 'Xia'))
  await waitUntilShown(place(ada, 'Yan'))
  await grace.stopAccepting()
  await waitUntilShown(place(ada, 'Yan').getByText('Nobody accepts chats'))
  await ada.accepting.click()
  await waitUntilShown(ada.page.getByText('You get chats that wait'))
})

test('errors of reading the queue and of taking a chat are shown', async () => {
  const wire = await Wire.of(ada.page)
  await ada.page.reload()
  await lookAtWaiting(ada)
  await waitUntilShown(place(ada, 'Yan'))
  wire.decide({ join_chat: { refusedAs: 'internal' } })
  await ada.button('Take next').click()
  await waitUntilShown(ada.page.getByText('That did not work. It was refused.'))
  wire.decide({ get_filtered_chats: { refusedAs: 'internal' } })
  await ada.button('Take next').click()
  await waitUntilShown(ada.page.getByText('That did not work. It was refused.'))
  await assertAccessible(ada.page, 'the line cannot be read')
  wire.decide({})
  await place(ada, 'Yan').click()
  await waitUntilShown(ada.page.getByRole('heading', { name: 'Yan' }))
  await waitUntilShown(ada.button('Join chat'))
  await ada.button('Take next').click()
  await waitUntilShown(ada.page.locator('textarea:focus'))
  await waitUntilGone(ada.page.getByText('That did not work.'))
})

test('the message when other agents were faster fits the case', async () => {
  const texts = await ada.page.evaluate<unknown[]>(`import('/take-next.js').then(async ({ takeNext }) => {
    const play = async (waiting, joinedBy) => {
      const requests = []
      const chats = waiting.map((chatId) => ({ chatId, memberIds: new Set(['away']) }))
      const queue = { waitingChats: [], read: async () => { queue.waitingChats = chats.splice(0, 1) } }
      const away = { id: 'away', name: 'Away' }
      const me = { id: 'me', name: 'Me' }
      const desk = {
        me,
        provide: (chatId) => ({ agents: [away, me, ...(joinedBy[chatId] ?? [])] }),
        request: async (action, { chat_id }) => requests.push(action + ' ' + chat_id),
      }
      const { chatId, words } = await takeNext(desk, queue)
      return [chatId, words, ...requests].map(String)
    }
    const [ada, bea] = [{ id: 'ada', name: 'Ada' }, { id: 'bea', name: 'Bea' }]
    return [
      await play([], {}),
      await play(['a'], {}),
      await play(['a'], { a: [ada] }),
      await play(['a', 'b', 'c'], { a: [ada], b: [bea] }),
      (await play(['a', 'a', 'a', 'a', 'a', 'a'], { a: [ada] })).slice(0, 2),
    ]
  })`)
  assert.deepEqual(texts, [
    ['undefined', 'Nobody waits any more.'],
    ['a', 'undefined', 'join_chat a'],
    ['undefined', 'Ada was quicker. Nobody else waits.', 'join_chat a', 'remove_from_chat a'],
    [
      ...['c', 'Ada and Bea were quicker: this is the next.'],
      ...['join_chat a', 'remove_from_chat a', 'join_chat b', 'remove_from_chat b', 'join_chat c'],
    ],
    ['undefined', 'Others were quicker each time.'],
  ])
})

test('waiting times and reasons are shown in words', async () => {
  const texts = await ada.page.evaluate<
    string[]
  >(`Promise.all([import('/format.js'), import('/why-waiting.js')]).then(
    ([{ waitTime }, { whyWaiting }]) => {
      const minutes = [0.9, 1, 59, 60, 1_439, 1_440, 2_880].map((count) => waitTime(count * 60_000))
      const agent = { id: 'ada', name: 'Ada', is_accepting: true, is_administrator: true, teams: [] }
      const words = { me: 'grace', teamNames: () => 'Shop' }
      const why = (chat, ...agents) => whyWaiting({ groups: [], ...chat }, agents, words)
      return [
        ...minutes,
        why({}),
        why({}, { ...agent, is_accepting: false }),
        why({ customer: { banned: true } }, agent),
        why({ groups: [1] }, agent),
        why({ groups: [1] }, { ...agent, is_administrator: false }),
      ]
    },
  )`)
  assert.deepEqual(texts, [
    ...['under 1 min', '1 min', '59 min', '1 h', '23 h', '1 day', '2 days'],
    '',
    'Nobody accepts chats',
    'The customer is banned',
    'Busy: Ada',
    'Nobody who accepts chats is in Shop',
  ])
})

async function ask(name: string, group?: number) {
  const shopper = await Shopper.arrive(stage.announced.customer, name)
  return { shopper, chatId: await shopper.ask(`${name} asks`, group) }
}

async function lookAtWaiting(agent: AgentAt): Promise<void> {
  await agent.page.getByRole('radio', { name: 'Waiting' }).check()
}

async function closeOne(agent: AgentAt): Promise<void> {
  const name = await own(agent).first().locator('.chat-row-name').innerText()
  await agent.open(name)
  await agent.closeChat()
  await waitUntilShown(agent.row(name).getByText('Closed'))
}

/** Returns the rows of the agent's own chats. */
function own({ page }: AgentAt) {
  return page.locator('#chats a').filter({ has: page.locator('.taken', { hasText: /^You$/ }) })
}

function place({ page }: AgentAt, name: string) {
  return page.locator('#waiting-places a', { hasText: name })
}

function names({ page }: AgentAt): Promise<string[]> {
  return page.locator('#waiting-places .chat-row-name').allInnerTexts()
}
