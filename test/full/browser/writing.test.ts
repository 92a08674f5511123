import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

const ONE_LINE_PX = 36
const TALLEST_PX = 142.5

let stage: Stage
let customer: CustomerAt
let agent: AgentAt

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = await stage.agent(stage.announced.ada)
  await agent.stopAccepting()
  await customer.openChat()
  await customer.introduce('Mia', 'Is the mug dishwasher safe?')
  await agent.open('Mia')
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the reply box is as high as a line when an agent joins', async () => {
  await agent.button('Join chat').click()
  await waitUntilShown(agent.field)
  const empty = await heightOf(agent.field)
  assert.ok(empty >= ONE_LINE_PX, `${empty} px`)
  await agent.type('I')
  assert.equal(await heightOf(agent.field), empty)
  await agent.field.fill('')
})

for (const [who, fieldOf] of [
  ['an agent', () => agent.field],
  ['a customer', () => customer.field],
] as const) {
  test(`the field of ${who} grows with the text, up to a limit, and shrinks when it is sent`, async () => {
    const field = fieldOf()
    const empty = await heightOf(field)
    await field.fill('One\nTwo\n')
    const threeLines = await heightOf(field)
    assert.ok(threeLines > empty + 30 && threeLines < TALLEST_PX, `${threeLines} px`)
    // The whole text is visible.
    assert.equal(await inFocus<number>(field, 'node.scrollHeight - node.clientHeight'), 0)
    await field.fill('word '.repeat(2_000))
    assert.equal(await heightOf(field), TALLEST_PX)
    await field.fill('One\nTwo')
    await field.press('Enter')
    assert.equal(await heightOf(field), empty)
  })
}

test('the field follows the width of the page', async () => {
  await agent.field.fill('A sentence that fits into one line of a desk, but not into one line of a phone.')
  const atDesk = await heightOf(agent.field)
  await agent.page.setViewportSize({ width: 390, height: 844 })
  assert.ok((await heightOf(agent.field)) > atDesk)
  await agent.page.setViewportSize({ width: 1280, height: 800 })
  assert.equal(await heightOf(agent.field), atDesk)
  await agent.field.fill('')
})

test('the messages are scrolled by keyboard, on both sides', async () => {
  for (let line = 1; line <= 30; line += 1) await agent.send(`Reason ${line}`)
  await waitUntilShown(customer.message('Reason 30'))
  for (const [page, field] of [
    [agent.page, agent.field],
    [customer.page, customer.field],
  ] as const) {
    await field.focus()
    await tabBackToMessages(page)
    assert.ok(await page.evaluate<boolean>('document.activeElement.scrollTop > 0'))
    const scrolled = page.evaluate(
      'new Promise((done) => (document.activeElement.onscrollend = () => done()))',
    )
    await page.keyboard.press('Home')
    await scrolled
    assert.equal(await page.evaluate('document.activeElement.scrollTop'), 0)
  }
})

test('an agent is asked before a chat is closed, and can cancel', async () => {
  const question = agent.page.getByRole('dialog', { name: 'Close this chat?' })
  await agent.button('Close chat').click()
  await waitUntilShown(question.getByText('Mia sees that it has ended.'))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await waitUntilGone(question)
  await agent.button('Close chat').click()
  await agent.page.keyboard.press('Escape')
  await waitUntilGone(question)
  await agent.send('Still here')
  await waitUntilShown(customer.message('Still here'))
  assert.equal(await customer.page.getByText('This chat has ended.').isVisible(), false)
})

test('a customer is asked before a chat is ended, and Escape leaves the window open', async () => {
  const question = customer.page.getByRole('dialog', { name: 'End this chat?' })
  const end = customer.page.getByRole('button', { name: 'End chat' })
  await end.click()
  await customer.page.keyboard.press('Escape')
  await waitUntilGone(question)
  await waitUntilShown(customer.field)
  await end.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await customer.send('Still here, too')
  await waitUntilShown(agent.message('Still here, too'))
})

test('a user who ends a chat that has already ended sees its end, and can continue to write', async () => {
  await customer.page.getByRole('button', { name: 'End chat' }).click()
  await agent.closeChat()
  await waitUntilShown(customer.page.getByText('This chat has ended.'))
  const question = customer.page.getByRole('dialog', { name: 'End this chat?' })
  await question.getByRole('button', { name: 'End chat' }).click()
  await waitUntilGone(question)
  await waitUntilShown(customer.page.locator('textarea:focus'))
  await customer.page.keyboard.type('One more thing')
  assert.equal(await customer.field.inputValue(), 'One more thing')
})

async function heightOf(field: Locator): Promise<number> {
  const box = await field.boundingBox()
  assert.ok(box, 'the field is shown')
  return box.height
}

async function inFocus<Result>(field: Locator, expression: string): Promise<Result> {
  await field.focus()
  return field.page().evaluate(`((node) => ${expression})(document.activeElement)`)
}

async function tabBackToMessages(page: Page): Promise<void> {
  const isThere = () => page.evaluate<boolean>("document.activeElement.matches('section.scroller')")
  for (let presses = 0; presses < 12 && !(await isThere()); presses += 1)
    await page.keyboard.press('Shift+Tab')
  assert.equal(await isThere(), true, 'the messages are in the order of the Tab key')
}
