import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilShown } from './browser.js'
import { AgentAt, type CustomerAt } from './people.js'
import { allow, enterPassword, openSignIn } from './sign-in.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

const DAY_MS = 86_400_000

let stage: Stage
let mia: CustomerAt
let ben: CustomerAt
let ada: AgentAt
let adasWire: Wire
let miasWire: Wire

before(async () => {
  stage = await Stage.open()
  mia = await stage.customer()
  ben = await stage.customer()
  ada = await stage.agent(stage.announced.ada)
  adasWire = await Wire.of(ada.page)
  miasWire = await Wire.of(mia.page)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

describe('a customer', () => {
  test('a customer keeps an unsent first message across a reload', async () => {
    await mia.openChat()
    await mia.page.getByLabel('Your message').fill('Is the mug')
    await mia.page.reload()
    await waitUntilShown(mia.page.getByLabel('Your message'))
    assert.equal(await mia.page.getByLabel('Your message').inputValue(), 'Is the mug')
    await mia.introduce('Mia', 'Is the mug dishwasher safe?')
    await waitUntilShown(mia.message('Is the mug dishwasher safe?'))
    assert.deepEqual(await readStoredKeys(mia.page), [])
  })

  test('a customer keeps a draft across a reload until it is sent', async () => {
    await mia.field.fill('And the\n')
    await mia.page.reload()
    await waitUntilShown(mia.field)
    assert.equal(await mia.field.inputValue(), 'And the\n')
    await mia.send('And the glaze?')
    await waitUntilShown(mia.message('And the glaze?'))
    await mia.page.reload()
    await waitUntilShown(mia.message('And the glaze?'))
    assert.equal(await mia.field.inputValue(), '')
  })

  test('a customer gets pending messages sent after a reload, once and in order', async () => {
    miasWire.decide({ send_event: 'hold' })
    await mia.page.reload()
    await waitUntilShown(mia.message('And the glaze?'))
    await mia.send('One')
    await mia.send('Two')
    await waitUntilShown(mia.page.getByText('Sending…'))
    miasWire.decide({})
    await mia.page.reload()
    await waitUntilShown(mia.message('Two'))
    const texts = await mia.log.locator('.bubble').allInnerTexts()
    assert.deepEqual(texts.slice(-3), ['And the glaze?', 'One', 'Two'])
    assert.deepEqual(await readStoredKeys(mia.page), [])
  })

  test('a customer does not resend a message that the server received before the reload', async () => {
    await mia.page.routeWebSocket(/\/rtm\/ws/, (socket) => {
      const server = socket.connectToServer()
      let isDeaf = false
      socket.onMessage((message) => {
        isDeaf ||= String(message).includes('Heard')
        server.send(message)
      })
      server.onMessage((message) => {
        if (!isDeaf) socket.send(message)
      })
    })
    await mia.page.reload()
    await waitUntilShown(mia.field)
    await mia.send('Heard')
    await ada.row('Mia').getByText('Heard').waitFor()
    await waitUntilShown(mia.page.getByText('Sending…'))
    await mia.page.reload()
    await waitUntilShown(mia.message('Heard'))
    await ada.open('Mia')
    await waitUntilShown(ada.message('Heard'))
    assert.equal(await ada.message('Heard').count(), 1)
    assert.deepEqual(await readStoredKeys(mia.page), [])
  })

  test('a customer is asked about an unsent message that is older than a day', async () => {
    for (const text of ['Late', 'Too late']) await leaveUnsent(text)
    await waitUntilShown(mia.page.getByText('It was written more than a day ago.'))
    const late = mia.log.getByRole('article').filter({ hasText: /^(?!.*Too late).*Late/s })
    await late.getByRole('button', { name: 'Try again' }).click()
    await waitUntilShown(mia.message('Late'))
    await mia.page.getByRole('button', { name: 'Delete' }).click()
    assert.deepEqual(await readStoredKeys(mia.page), [])
    await mia.page.reload()
    await waitUntilShown(mia.message('Late'))
    assert.equal(await mia.page.getByText('Too late').count(), 0)
  })
})

describe('an agent', () => {
  test('an agent keeps a draft for each chat, notes as notes, also across a reload', async () => {
    await ben.openChat()
    await ben.introduce('Ben', 'Where is my parcel?')
    for (const customer of ['Mia', 'Ben']) await ada.open(customer)
    await ada.type('In the post')
    await ada.open('Mia')
    assert.equal(await ada.field.inputValue(), '')
    await ada.writeFor('Internal note')
    await ada.type('Asks a lot')
    await ada.open('Ben')
    await assertDraft('Reply', 'In the post')
    await ada.open('Mia')
    await assertDraft('Internal note', 'Asks a lot')
    await ada.page.reload()
    await waitUntilShown(ada.field)
    await assertDraft('Internal note', 'Asks a lot')
  })

  test('an agent changes the recipients of a draft, and clears another', async () => {
    await ada.writeFor('Reply')
    await ada.open('Ben')
    await ada.field.fill('')
    await ada.open('Mia')
    await assertDraft('Reply', 'Asks a lot')
    await ada.open('Ben')
    await assertDraft('Reply', '')
    assert.equal((await readStoredKeys(ada.page)).length, 1)
  })

  test('an agent gets a pending note sent after a reload, as a note', async () => {
    adasWire.decide({ send_event: 'hold' })
    await ada.page.reload()
    await waitUntilShown(ada.field)
    await ada.note('Sent twice, stored once')
    await waitUntilShown(ada.page.getByText('Sending…'))
    adasWire.decide({})
    await ada.page.reload()
    await waitUntilShown(ada.message('Sent twice, stored once'))
    await ada.send('It is on its way.')
    await waitUntilShown(ben.message('It is on its way.'))
    assert.equal(await ben.page.getByText('stored once').count(), 0)
  })

  test('an agent does not see drafts of a colleague in the same browser', async () => {
    const grace = new AgentAt(await ada.page.context().newPage())
    await grace.page.goto(stage.announced.desk)
    const popup = await openSignIn(grace.page)
    await popup.getByRole('button', { name: 'Not you?' }).click()
    await enterPassword(popup, stage.announced.grace)
    await allow(popup)
    await ada.open('Mia')
    await ada.type('My turn')
    await grace.open('Mia')
    await grace.button('Join chat').click()
    await waitUntilShown(grace.field)
    assert.equal(await grace.field.inputValue(), '')
    await grace.type('I could')
    await ada.page.reload()
    await waitUntilShown(ada.field)
    await assertDraft('Reply', 'Asks a lotMy turn')
  })

  test('an agent removes their own drafts by signing out, and keeps those of a colleague', async () => {
    await ada.button('Sign out').click()
    await waitUntilShown(ada.button('Sign in with Parley'))
    const storedKeys = await readStoredKeys(ada.page)
    assert.equal(storedKeys.length, 1)
    assert.match(storedKeys.join(), /grace@example\.com.*I could/)
  })
})

test('stored drafts are limited in number and age', async () => {
  await mia.page.evaluate(`import('/unsent.js').then(({ Unsent }) => {
    localStorage.setItem('of another script', 'stays')
    new Unsent('old', 'chat').keepDraft('Forgotten')
    age(${31 * DAY_MS})
    for (let index = 0; index < 150; index += 1) {
      new Unsent('mia', 'chat ' + index).keepDraft('Draft ' + index)
      age(1)
    }
    function age(ms) {
      for (const [name, text] of Object.entries(localStorage)) {
        if (!name.startsWith('parley.unsent')) continue
        const entry = JSON.parse(text)
        localStorage.setItem(name, JSON.stringify({ ...entry, writtenAt: entry.writtenAt - ms }))
      }
    }
  })`)
  const storedKeys = await readStoredKeys(mia.page)
  assert.equal(storedKeys.length, 100)
  const texts = storedKeys.join()
  for (const text of ['Draft 149"', 'Draft 50"']) assert.ok(texts.includes(text), text)
  for (const text of ['Draft 49"', 'Forgotten']) assert.ok(!texts.includes(text), text)
  assert.equal(await mia.page.evaluate("localStorage.getItem('of another script')"), 'stays')
})

async function assertDraft(recipients: 'Reply' | 'Internal note', text: string): Promise<void> {
  assert.equal(await ada.field.inputValue(), text)
  assert.equal(await ada.page.getByRole('radio', { name: recipients }).isChecked(), true)
}

/** Leaves a message of Mia that was never sent, as an older version of the page stored it. */
async function leaveUnsent(text: string): Promise<void> {
  await mia.page.evaluate(`import('/unsent.js').then(async ({ Unsent }) => {
    const session = await fetch('/quickstart/customer-session', { method: 'POST' })
    const { customer_id } = await session.json()
    const content = { type: 'message', text: '${text}' }
    const message = { key: crypto.randomUUID(), content, writtenAt: Date.now() - ${2 * DAY_MS} }
    new Unsent(customer_id, 'newest').keepMessage(message)
  })`)
  await mia.page.reload()
  await waitUntilShown(mia.page.getByText(text, { exact: true }))
}

/** Returns the names and values in the storage of the page. */
async function readStoredKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    "Object.entries(localStorage).map((entry) => entry.join(' ')).filter((entry) => entry.startsWith('parley.unsent'))",
  )
}
