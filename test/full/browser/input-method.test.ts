import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { waitUntilGone, waitUntilShown } from './browser.js'
import type { AgentAt, CustomerAt } from './people.js'
import { Stage } from './stage.js'

/** Key events of an input method during a composition. Safari sends the last one when a composition ends. */
const composedKeys = [
  { isComposing: true, keyCode: 13 },
  { isComposing: true, keyCode: 229 },
  { isComposing: false, keyCode: 229 },
]

let stage: Stage
let customer: CustomerAt
let agent: AgentAt

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = await stage.agent(stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('Enter that ends a composition does not start a chat', async () => {
  await customer.openChat()
  const text = customer.page.getByLabel('Your message')
  await customer.page.getByLabel('Your name').fill('Mia')
  await text.fill('マグカップが')
  await pressComposed(text, 'Enter')
  await waitUntilShown(customer.page.getByRole('button', { name: 'Start chat' }))
  await text.fill('マグカップが割れました')
  await text.press('Enter')
  await waitUntilShown(customer.message('マグカップが割れました'))
})

test('Enter that ends a composition sends no message of a customer', async () => {
  await customer.field.fill('返品')
  await pressComposed(customer.field, 'Enter')
  assert.equal(await customer.field.inputValue(), '返品')
  await customer.field.fill('返品できますか')
  await customer.field.press('Enter')
  await waitUntilShown(customer.message('返品できますか'))
  assert.equal(await customer.message('返品').count(), 0)
})

test('Enter that ends a composition sends no message of an agent, and no note', async () => {
  await agent.open('Mia')
  for (const [recipients, text] of [
    ['Reply', 'はい'],
    ['Internal note', 'メモ'],
  ] as const) {
    await agent.writeFor(recipients)
    await agent.field.fill(text)
    await pressComposed(agent.field, 'Enter')
    assert.equal(await agent.field.inputValue(), text)
    await agent.field.press('Enter')
    await waitUntilShown(agent.message(text))
    assert.equal(await agent.message(text).count(), 1)
  }
})

test('Escape that ends a composition closes neither the chat nor a panel', async () => {
  await pressComposed(customer.field, 'Escape')
  await waitUntilShown(customer.field)
  await agent.button('Emoji').click()
  const first = agent.page.locator('#emoji button').first()
  await pressComposed(first, 'Escape')
  await waitUntilShown(first)
  await pressComposed(first, 'ArrowRight')
  await waitUntilShown(agent.page.locator('#emoji button:first-child:focus'))
  await first.press('Escape')
  await waitUntilGone(first)
  await customer.field.press('Escape')
  await waitUntilGone(customer.field)
})

test('Escape that ends a composition leaves the details of a customer open', async () => {
  await agent.page.setViewportSize({ width: 1000, height: 800 })
  await agent.button('Customer details').click()
  const details = agent.page.locator('#details-body')
  await pressComposed(agent.field, 'Escape')
  await waitUntilShown(details)
  await agent.page.keyboard.press('Escape')
  await waitUntilGone(details)
})

async function pressComposed(target: Locator, key: string): Promise<void> {
  for (const composed of composedKeys) await target.dispatchEvent('keydown', { key, ...composed })
}
