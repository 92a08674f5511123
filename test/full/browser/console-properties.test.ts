import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilGone, waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

let stage: Stage
let at: ConsoleAt

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(at.page, stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('properties are listed by namespace, including those that every license has', async () => {
  await at.go('Properties')
  const test = at.page.getByRole('region', { name: 'test' })
  await waitUntilShown(test.getByRole('article', { name: 'bool_property' }))
  await waitUntilShown(
    at.page.getByRole('region', { name: 'This console' }).getByText('Nothing is defined here yet.'),
  )
  assert.equal(await test.getByRole('button').count(), 0)
  await assertAccessible(at.page, 'properties')
})

test('errors in the form are explained, and the form stays open', async () => {
  await at.button('Define a property').click()
  await assertAccessible(at.page, 'defining a property')
  await at.button('Define').click()
  await waitUntilShown(at.dialog.getByText('The property needs a name.'))
  await at.dialog.getByLabel('Name', { exact: true }).fill('shoe_size')
  await waitUntilGone(at.dialog.getByRole('group', { name: 'Range' }))
  await at.dialog.getByRole('radio', { name: /^Integer/ }).check()
  const chats = at.dialog.getByRole('group', { name: 'Chats' })
  for (const name of ['Agents read', 'Agents write']) await chats.getByRole('checkbox', { name }).uncheck()
  await at.button('Define').click()
  await waitUntilShown(at.dialog.getByText('Somebody has to be able to read or write it somewhere.'))
  await chats.getByRole('checkbox', { name: 'Agents read' }).check()
  await at.dialog.getByLabel('Allowed values').fill('38\nlarge')
  await at.button('Define').click()
  await waitUntilShown(at.dialog.getByText('“large” is no value of type int.'))
  await at.dialog.getByLabel('Allowed values').fill('38\n39')
  await at.dialog.getByLabel('From').fill('35')
  await at.button('Define').click()
  await waitUntilShown(at.dialog.getByText('Shoe_size may have a domain or a range, not both.'))
  await assertAccessible(at.page, 'a wrong definition')
  stage.browser.forgive(/status of 400/)
})

test('a property is defined, applies immediately, and can be redefined', async () => {
  await at.dialog.getByLabel('Allowed values').fill('')
  await at.dialog.getByLabel('To', { exact: true }).fill('48')
  await at.dialog.getByLabel('Description').fill('What the customer wears')
  await at.button('Define').click()
  const card = at.card('shoe_size')
  for (const text of ['int', 'What the customer wears', 'agents read', '35 to 48'])
    await waitUntilShown(card.getByText(text, { exact: true }))
  await at.button('Edit: shoe_size').click()
  assert.equal(await at.dialog.getByRole('radio', { name: /^Text/ }).first().isDisabled(), true)
  await assertAccessible(at.page, 'editing a property')
  await at.dialog.getByLabel('From').fill('')
  await at.dialog
    .getByRole('group', { name: 'Events' })
    .getByRole('checkbox', { name: 'Customers write' })
    .check()
  await at.button('Save').click()
  for (const text of ['48 or less', 'customers write'])
    await waitUntilShown(card.getByText(text, { exact: true }))
  await assertAccessible(at.page, 'a property')
  await at.page.reload()
  await waitUntilShown(card)
})
