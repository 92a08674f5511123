import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { shown } from './browser.js'
import { Stage } from './stage.js'

/** The viewer writes these, and no setting of it changes them. */
const scalarsOwn = [
  { rule: 'aria-allowed-attr', selector: '.t-doc__sidebar button[aria-selected]' },
  { rule: 'aria-allowed-role', selector: 'aside.t-doc__sidebar, button[role=search]' },
  { rule: 'aria-required-children', selector: '.client-libraries-list' },
  { rule: 'button-name', selector: 'button[role=search], .client-libraries__select' },
  { rule: 'button-name', selector: '.code-copy, .scalar-code-copy, [class*="/copy-button"]' },
  { rule: 'landmark-unique', selector: '.response-card' },
]

let stage: Stage

before(async () => {
  stage = await Stage.open()
})

after(() => stage?.close())

test('the reference shows each action with its example, and asks no other site for anything', async () => {
  const page = await stage.browser.open('about:blank')
  const elsewhere: string[] = []
  const { origin } = new URL(stage.announced.reference)
  page.on('request', (request) => {
    const isOwn = /^(?:data|blob):/.test(request.url()) || new URL(request.url()).origin === origin
    if (!isOwn) elsewhere.push(request.url())
  })
  await page.goto(stage.announced.reference)
  await shown(page.getByRole('heading', { name: 'Parley Customer API v0.5' }))
  await page.getByText('send_event').first().click()
  await shown(page.getByRole('heading', { name: 'send_event' }))
  await shown(page.getByText('Or in blue?'))
  assert.deepEqual(elsewhere, [])
  // The viewer tries whether it may compile code, goes on without, and the browser tells so.
  stage.browser.forgive(/'script-src' was not explicitly set/)
  stage.browser.assertNoProblems()
})

test('the reference is accessible, but for some of the markup of its viewer', async () => {
  const page = await stage.browser.open(stage.announced.reference)
  await shown(page.getByRole('heading', { name: 'Parley Customer API v0.5' }))
  await shown(page.getByRole('heading', { name: 'close_thread' }))
  await assertAccessible(page, 'the reference', scalarsOwn)
  stage.browser.forgive(/'script-src' was not explicitly set/)
  stage.browser.assertNoProblems()
})
