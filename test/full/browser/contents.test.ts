import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { dragOver, dropOn, paste } from './dropped-files.js'
import type { AgentAt, CustomerAt } from './people.js'
import { pictureFile } from './pictures.js'
import { Stage } from './stage.js'
import { Wire } from './wire.js'

let stage: Stage
let customer: CustomerAt
let agent: AgentAt
let wire: Wire

before(async () => {
  stage = await Stage.open()
  customer = await stage.customer()
  agent = await stage.agent(stage.announced.ada)
  wire = await Wire.of(customer.page)
  await customer.page.reload()
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the form before a chat is sent with it', async () => {
  await customer.openChat()
  await customer.page.getByLabel('E-mail (optional)').fill('mia@example.com')
  await customer.page.getByLabel('Topic (optional)').selectOption('A piece')
  await customer.introduce('Mia', 'My mug broke.')
  await waitUntilShown(customer.message('My mug broke.'))
  await agent.open('Mia')
  await waitUntilShown(agent.log.getByText('mia@example.com'))
  await waitUntilShown(agent.log.getByText('A piece', { exact: true }))
  await waitUntilShown(agent.page.locator('#details').getByText('mia@example.com'))
})

test('files are chosen, shown before they are sent, removed, and sent', async () => {
  await customer.attach(pictureFile('broken.png', 640, 480), note('<b>notes.txt'), note('other.txt'))
  const tray = customer.page.getByRole('list', { name: 'Files to send' })
  await waitUntilShown(tray.locator('canvas'))
  await customer.page.getByRole('button', { name: 'Remove other.txt' }).click()
  await waitUntilGone(tray.getByText('other.txt'))
  await assertAccessible(customer.page, 'files chosen')
  await customer.send('Here it is.')
  await waitUntilGone(tray)
  await waitUntilShown(customer.log.getByRole('img', { name: 'broken.png' }))
  for (const { log } of [customer, agent]) {
    await waitUntilShown(log.getByRole('img', { name: 'broken.png' }))
    await waitUntilShown(log.getByRole('link', { name: '_b_notes.txt' }))
  }
  await assertLoaded(agent)
  await assertAccessible(customer.page, 'files sent')
  await assertAccessible(agent.page, 'files received')
})

test('a file that cannot be sent is refused before the upload', async () => {
  await customer.attach({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await waitUntilShown(customer.page.getByText('empty.txt: it is empty.'))
  await dropOn(customer.page, '#chat-body', 'large.bin', 10_485_761)
  await waitUntilShown(customer.page.getByText(/large\.bin: .* too large/))
  await assertAccessible(customer.page, 'a file is refused')
  await agent.page
    .locator('#files')
    .setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await waitUntilShown(agent.page.getByText('empty.pdf: it is empty.'))
})

test('an agent sends any file, to all or as a note', async () => {
  await agent.page.locator('#files').setInputFiles([note('prices.txt'), pictureFile('boots.png', 640, 480)])
  await agent.field.press('Enter')
  await waitUntilShown(customer.log.getByRole('link', { name: 'prices.txt' }))
  await waitUntilShown(customer.log.getByRole('img', { name: 'boots.png' }))
  await waitUntilShown(agent.log.getByRole('link', { name: 'prices.txt' }))
  await agent.writeFor('Internal note')
  await agent.page.locator('#files').setInputFiles(note('internal.txt'))
  await agent.field.press('Enter')
  await waitUntilShown(agent.log.locator('.note').getByRole('link', { name: 'internal.txt' }))
  await agent.writeFor('Reply')
  assert.equal(await customer.log.getByRole('link', { name: 'internal.txt' }).count(), 0)
})

test('an upload shows its progress, can be cancelled, and can be retried after a failure', async () => {
  const { page } = customer
  // Holds the request: the handler never answers it.
  await page.route('**/action/send_file*', () => {})
  await customer.attach(note('slow.txt'))
  await customer.field.press('Enter')
  await waitUntilShown(page.getByRole('progressbar', { name: 'slow.txt' }))
  await assertAccessible(page, 'a file is on its way')
  // The browser releases a held request when its route ends, so the test waits until the request has failed.
  const isGivenUp = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/action/send_file'),
  )
  await page.getByRole('button', { name: 'Cancel slow.txt' }).click()
  await waitUntilGone(page.getByRole('progressbar', { name: 'slow.txt' }))
  await isGivenUp
  await page.unroute('**/action/send_file*')

  await page.route('**/action/send_file*', (route) => route.abort())
  await customer.attach(note('lost.txt'))
  await customer.field.press('Enter')
  await waitUntilShown(page.getByText('Not sent. The connection was lost.'))
  await assertAccessible(page, 'a file was not sent')
  await page.unroute('**/action/send_file*')
  stage.browser.forgive(/Failed to load resource|ERR_FAILED/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await waitUntilShown(agent.log.getByRole('link', { name: 'lost.txt' }))
  assert.equal(await agent.log.getByRole('link', { name: 'slow.txt' }).count(), 0)
})

test('files are dropped and pasted', async () => {
  await dragOver(agent.page, '#conversation', 'dragged.txt')
  await assertAccessible(agent.page, 'a file over the desk')
  await dropOn(agent.page, '#conversation', 'dragged.txt')
  await dragOver(customer.page, '#chat-body', 'dragged.txt')
  await assertAccessible(customer.page, 'a file over the chat')
  await dropOn(customer.page, '#chat-body', 'dropped.txt')
  await waitUntilShown(customer.page.getByText('dropped.txt'))
  await paste(customer.page, '#chat-text', 'pasted.txt')
  await waitUntilShown(customer.page.getByText('pasted.txt'))
  await customer.field.press('Enter')
  await waitUntilShown(agent.log.getByRole('link', { name: 'dropped.txt' }))
  await waitUntilShown(agent.log.getByRole('link', { name: 'pasted.txt' }))
})

test('an agent sends a picture, to all or as a note', async () => {
  await agent.page.locator('#files').setInputFiles(pictureFile('glaze.png', 300, 900))
  await assertAccessible(agent.page, 'a picture chosen')
  await agent.send('This is the glaze.')
  await waitUntilShown(customer.log.getByRole('img', { name: 'glaze.png' }))
  await agent.writeFor('Internal note')
  await agent.page.locator('#files').setInputFiles(pictureFile('invoice.png', 300, 300))
  await agent.field.press('Enter')
  await waitUntilShown(agent.log.locator('.note').getByRole('img', { name: 'invoice.png' }))
  await agent.send('Anything else?')
  await waitUntilShown(customer.message('Anything else?'))
  assert.equal(await customer.log.getByRole('img', { name: 'invoice.png' }).count(), 0)
})

test('a customer presses the buttons of a card, and the agent sees it', async () => {
  await agent.button('Send a card').click()
  const dialog = agent.page.getByRole('dialog', { name: 'Send a card' })
  await dialog.getByRole('button', { name: 'Send card' }).click()
  await waitUntilShown(dialog.getByText('A card needs a title.'))
  await assertAccessible(agent.page, 'a card without a title')
  await dialog.getByLabel('Title').fill('Which glaze?')
  await dialog.getByLabel('Text').fill('Both are in stock: https://example.com/glazes')
  await dialog.getByLabel('Buttons').fill('Oat\nSea green')
  await dialog.getByLabel('Picture').setInputFiles(pictureFile('glazes.png', 600, 200))
  await assertAccessible(agent.page, 'a card is written')
  await dialog.getByRole('button', { name: 'Send card' }).click()

  const oat = customer.log.getByRole('button', { name: 'Oat' })
  await waitUntilShown(customer.log.getByRole('img', { name: 'glazes.png' }))
  await oat.click()
  await waitUntilShown(customer.log.locator('[aria-pressed=true]', { hasText: 'Oat' }))
  await waitUntilShown(agent.log.getByText('Chosen by Mia'))
  await assertAccessible(customer.page, 'a card answered')
  await assertAccessible(agent.page, 'a card was answered')
  await oat.click()
  await waitUntilShown(customer.log.locator('[aria-pressed=false]', { hasText: 'Oat' }))
  await waitUntilGone(agent.log.getByText('Chosen by Mia'))
  await customer.log.getByRole('button', { name: 'Sea green' }).click()
  await waitUntilShown(agent.log.getByText('Chosen by Mia'))

  wire.decide({ send_rich_message_postback: { refusedAs: 'validation' } })
  await oat.click()
  await waitUntilShown(customer.page.getByText('That did not work. It was refused.'))
  await assertAccessible(customer.page, 'a button was refused')
  wire.decide({})
  await oat.click()
  await waitUntilShown(customer.log.locator('[aria-pressed=true]', { hasText: 'Oat' }))
  await waitUntilGone(customer.page.getByText('That did not work.'))
})

test('an agent asks for a form, and the customer fills it in once', async () => {
  await agent.button('Ask for a form').click()
  await assertAccessible(agent.page, 'forms to choose from')
  await agent.page.getByRole('button', { name: /A piece that broke/ }).click()
  const form = customer.log.getByRole('form', { name: 'A piece that broke' })
  await form.getByRole('button', { name: 'Send' }).click()
  await waitUntilShown(form.getByText('Order number: please fill this in.'))
  await assertAccessible(customer.page, 'a form with a gap')
  await form.getByLabel('Order number').fill('2018-77')
  await waitUntilGone(form.getByText('Order number: please fill this in.'))
  await form.getByLabel('Which piece? (optional)').selectOption('Mug')
  await form.getByLabel('Chipped').check()
  await form.getByLabel('A new one').check()
  await assertAccessible(customer.page, 'a form to fill in')
  await form.getByRole('button', { name: 'Send' }).click()
  await waitUntilShown(customer.log.getByText('Filled in'))
  await waitUntilShown(agent.log.getByText('2018-77'))
  await waitUntilShown(agent.log.getByText('A new one'))
  await assertAccessible(agent.page, 'a form was filled in')
  await customer.page.reload()
  await waitUntilShown(customer.log.getByText('Filled in'))
  assert.equal(await form.count(), 0)
})

test('content of a hostile customer is shown as text, and its links lead only to the web', async () => {
  await customer.sendEvents(hostileEvents)
  await waitUntilShown(agent.log.getByText('Chosen title <i>'))
  const addresses = await agent.log
    .locator('a')
    .evaluateAll((links) => links.map((link) => String(Reflect.get(link, 'protocol'))))
  assert.deepEqual([...new Set(addresses)].sort(), ['http:', 'https:'])
  assert.equal(await agent.log.locator('i, script, iframe, .card img').count(), 1)
  assert.equal(await agent.log.getByRole('img', { name: 'tracker' }).count(), 0)
  await waitUntilShown(agent.log.getByRole('link', { name: 'tracker' }))
  assert.equal(await agent.log.getByRole('link', { name: 'script address' }).count(), 0)
  assert.equal(await customer.log.getByRole('form').count(), 0)
})

test('a chat that has ended can be rated once', async () => {
  await customer.endChat()
  const rating = customer.page.getByRole('form', { name: 'Rate this chat' })
  await rating.getByText('Good').click()
  await rating.getByLabel('Comment on the chat').fill('Kind and quick')
  await assertAccessible(customer.page, 'a rating is written')
  await rating.getByRole('button', { name: 'Rate' }).click()
  await waitUntilShown(customer.page.getByText('Thank you for your rating.'))
  await waitUntilShown(agent.log.getByText('Mia · Rating: good'))
  await waitUntilShown(agent.row('Mia').getByText('Closed'))
  await assertAccessible(customer.page, 'rated')
  await assertAccessible(agent.page, 'a chat was rated')
  await customer.page.reload()
  await waitUntilShown(customer.page.getByText('Thank you for your rating.'))
  await waitUntilGone(rating)
})

function note(name: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('The handle came off.') }
}

const hostileEvents = [
  {
    type: 'rich_message',
    template_id: '<i>',
    elements: [
      {
        title: 'Chosen title <i>',
        subtitle: 'javascript:alert(1) <script>alert(1)</script>',
        image: { url: 'https://tracker.example/pixel.png', name: 'tracker' },
        buttons: [{ text: '<i>press</i>', postback_id: 'x' }, { text: 'no postback' }],
      },
      { image: { url: 'javascript:alert(1)', name: 'script address' } },
      { image: { url: 'https://bank.example@evil.example/', name: 'script address' } },
      { image: { url: 'data:text/html,<script>alert(1)</script>', name: 'script address' } },
    ],
  },
  { type: 'custom', content: { quickstart_form: { title: 'Your password?', fields: [passwordField()] } } },
  { type: 'custom', content: { quickstart_form: { title: {}, fields: null } } },
  { type: 'annotation', annotation_type: '<i>', text: '<i>' },
]

function passwordField() {
  return { type: 'text', name: 'password', label: 'Password', required: true }
}

async function assertLoaded({ log, page }: AgentAt): Promise<void> {
  const picture = log.getByRole('img', { name: 'broken.png' })
  await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction('document.querySelector(\'#log img[alt="broken.png"]\').complete')
  assert.equal(await picture.evaluate((image) => Reflect.get(image, 'naturalWidth')), 640)
}
