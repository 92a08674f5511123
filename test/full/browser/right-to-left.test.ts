import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './accessibility.js'
import { waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import type { AgentAt, CustomerAt } from './people.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

const NAME = 'مريم'
const GREETING = 'مرحبا! (test)'
const FILE = { name: 'فاتورة 12.txt', mimeType: 'text/plain', buffer: Buffer.from('1') }

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

test('the fields of the first form have the direction of what is written', async () => {
  await customer.openChat()
  const fields = [customer.page.getByLabel('Your name'), customer.page.getByLabel('Your message')]
  for (const field of fields) await assertDirection(field, 'ltr')
  await customer.page.getByLabel('Your name').fill(NAME)
  await customer.page.getByLabel('Your message').fill(GREETING)
  for (const field of fields) await assertDirection(field, 'rtl')
  await customer.introduce(NAME, GREETING)
  await waitUntilShown(customer.message(GREETING))
})

test('a message has its own direction, on both sides, and so has the next one', async () => {
  await agent.open(NAME)
  await agent.send('Hello! (اختبار)')
  for (const side of [customer, agent]) {
    await assertDirection(side.message(GREETING), 'rtl')
    await assertStartsAtTheRight(side.message(GREETING), true)
    await assertDirection(side.message('Hello! (اختبار)'), 'ltr')
    await assertStartsAtTheRight(side.message('Hello! (اختبار)'), false)
  }
})

test('each line of a message has its own direction', async () => {
  await customer.send('العنوان هو:\nBaker Street 221b!')
  const bubble = agent.log.locator('.bubble', { hasText: 'Baker' })
  await waitUntilShown(bubble)
  const text = await bubble.innerText()
  assert.ok(
    (await leftOfCharacter(bubble, 0)) > (await leftOfCharacter(bubble, 5)),
    'Arabic runs to the left',
  )
  const english = text.indexOf('B')
  assert.ok((await leftOfCharacter(bubble, text.length - 1)) > (await leftOfCharacter(bubble, english)))
})

test('names and previews have their own direction, and the list keeps one edge and its times', async () => {
  const row = agent.row(NAME)
  await customer.send(GREETING)
  await waitUntilShown(row.getByText(GREETING))
  await assertDirection(row.locator('.chat-row-name'), 'rtl')
  await assertDirection(row.locator('.chat-row-text'), 'rtl')
  await agent.send('شكرا! (ok)')
  await waitUntilShown(row.getByText('You: شكرا! (ok)'))
  await assertDirection(row.locator('.chat-row-text'), 'rtl')
  await agent.send('Fine')
  await waitUntilShown(row.getByText('You: Fine'))
  await assertDirection(row.locator('.chat-row-text'), 'ltr')
  assert.equal(await styleOf(row.locator('.chat-row-name'), 'textAlign'), 'left')
  assert.ok((await leftOf(row.locator('.chat-row-time'))) > (await leftOf(row.locator('.chat-row-name'))))
  for (const name of ['#chat-name', '.details-name', '#log .message-author'])
    await assertDirection(agent.page.locator(name, { hasText: NAME }).first(), 'rtl')
  await assertAccessible(agent.page, 'texts from right to left')
})

test('the fields to write in have the direction of what is written, and the agent sees it so', async () => {
  for (const field of [customer.field, agent.field]) {
    await assertDirection(field, 'ltr')
    await field.pressSequentially('هل؟')
    await assertDirection(field, 'rtl')
  }
  await waitUntilShown(agent.page.locator('#peek').getByText('هل؟'))
  await assertDirection(agent.page.locator('#peek-text'), 'rtl')
  await waitUntilShown(agent.page.getByText(`${NAME} is writing`))
  await assertDirection(agent.page.locator('#peek-title bdi'), 'rtl')
  await assertDirection(agent.page.locator('#peek-title'), 'ltr')
  await agent.page.getByLabel('Find chats').fill(NAME)
  await assertDirection(agent.page.getByLabel('Find chats'), 'rtl')
  await agent.page.getByLabel('Find chats').fill('')
  for (const field of [customer.field, agent.field]) await field.fill('')
})

test('names of files have their own direction', async () => {
  await customer.attach(FILE)
  await assertDirection(customer.page.locator('.tray-name'), 'rtl')
  await customer.field.press('Enter')
  for (const { log } of [customer, agent]) {
    await waitUntilShown(log.getByRole('link', { name: FILE.name }))
    await assertDirection(log.locator('.file-name'), 'rtl')
  }
  await waitUntilShown(agent.row(NAME).getByText(`File: ${FILE.name}`))
  await assertDirection(agent.row(NAME).locator('.chat-row-text'), 'rtl')
  await customer.attach({ ...FILE, buffer: Buffer.alloc(0) })
  await waitUntilShown(customer.page.getByText(`${FILE.name}: it is empty.`))
  await assertDirection(customer.page.locator('.tray-problem bdi'), 'rtl')
})

test('cards have their own direction', async () => {
  await agent.button('Send a card').click()
  const dialog = agent.page.getByRole('dialog', { name: 'Send a card' })
  for (const [label, text] of [
    ['Title', 'أي لون؟'],
    ['Text', 'كلاهما متوفر.'],
    ['Buttons', 'أزرق!\nOat'],
  ] as const) {
    await dialog.getByLabel(label).fill(text)
    await assertDirection(dialog.getByLabel(label), 'rtl')
  }
  await dialog.getByRole('button', { name: 'Send card' }).click()
  for (const part of ['.card-title', '.card-text', '.card-button span'])
    await assertDirection(customer.log.locator(part).first(), 'rtl')
  await assertDirection(customer.log.locator('.card-button span').last(), 'ltr')
})

test('a form that was filled in has the direction of each of its answers', async () => {
  const field = (label: string, value: string) => ({
    type: 'text',
    name: label,
    label,
    required: false,
    value,
  })
  const fields = [field('Name', NAME), field('المدينة', 'Paris')]
  await customer.sendEvents([{ type: 'filled_form', fields }])
  for (const { log } of [customer, agent]) {
    const [name, city] = [log.locator('.filled-form dd').first(), log.locator('.filled-form dd').last()]
    await assertDirection(name, 'rtl')
    await assertDirection(city, 'ltr')
    await assertDirection(log.locator('.filled-form dt').last(), 'rtl')
  }
})

test('the console and the consent page show names in their own direction', async () => {
  const at = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(at.page, stage.announced.ada)
  await at.button('Register an app').click()
  await at.fill({ name: 'متجر!', redirectUris: [new URL('/signed-in', stage.announced.desk).href] })
  await assertDirection(at.dialog.getByLabel('Name', { exact: true }), 'rtl')
  await at.dialog.getByRole('button', { name: 'Register' }).click()
  const heading = at.page.getByRole('heading', { name: 'متجر!' })
  await assertDirection(heading, 'rtl')
  const clientId = await at.card('متجر!').locator('code').first().innerText()
  const consent: Page = await at.page.context().newPage()
  const query = new URLSearchParams({
    ...{ response_type: 'token', client_id: clientId, state: '1' },
    redirect_uri: new URL('/signed-in', stage.announced.desk).href,
  })
  await consent.goto(new URL(`/auth/?${query}`, stage.announced.desk).href)
  await assertDirection(consent.locator('h1 bdi'), 'rtl')
})

test('the team shows names in their own direction', async () => {
  const at = new ConsoleAt(await stage.browser.open(`${stage.announced.console}#team`))
  await signIn(at.page, stage.announced.ada)
  await at.button('Create a group').click()
  const group = at.dialog.getByLabel('Name', { exact: true })
  await group.fill('متجر!')
  await assertDirection(group, 'rtl')
  await at.dialog.getByRole('button', { name: 'Create' }).click()
  await assertDirection(
    at.page.getByRole('list', { name: 'Groups' }).locator('bdi', { hasText: 'متجر!' }),
    'rtl',
  )
  await at.button('Create an agent').click()
  const agentName = at.dialog.getByLabel('Name', { exact: true })
  await agentName.fill(NAME)
  await assertDirection(agentName, 'rtl')
  await assertDirection(at.dialog.getByText('متجر!', { exact: true }), 'rtl')
})

async function assertDirection(locator: Locator, direction: 'ltr' | 'rtl'): Promise<void> {
  await waitUntilShown(locator)
  assert.equal(await styleOf(locator, 'direction'), direction)
}

/** Returns a computed style. An element that the page replaces meanwhile has none, so its successor is asked. */
async function styleOf(locator: Locator, name: string): Promise<string> {
  for (;;) {
    const style = await locator
      .first()
      .evaluate((node, style) => node.ownerDocument.defaultView.getComputedStyle(node)[style], name)
    if (style !== '') return style
  }
}

/** Checks whether the first character is to the right of the last one. */
async function assertStartsAtTheRight(bubble: Locator, isRight: boolean): Promise<void> {
  const last = (await bubble.innerText()).length - 1
  const isSo = (await leftOfCharacter(bubble, 0)) > (await leftOfCharacter(bubble, last))
  assert.equal(isSo, isRight)
}

/** Returns the distance of a character of the bubble from the left edge. */
function leftOfCharacter(bubble: Locator, index: number): Promise<number> {
  return bubble.evaluate((node, start) => {
    const range = node.ownerDocument.createRange()
    range.setStart(node.firstChild, start)
    range.setEnd(node.firstChild, start + 1)
    return range.getBoundingClientRect().left
  }, index)
}

async function leftOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox()
  assert.ok(box, 'the element is shown')
  return box.x
}
