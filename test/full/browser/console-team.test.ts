import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

const mary = { login: 'mary@example.com', password: 'a password of mary' }

let stage: Stage
let at: ConsoleAt

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(`${stage.announced.console}#team`))
  await signIn(at.page, stage.announced.ada)
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

const groups = () => at.page.getByRole('list', { name: 'Groups' })

test('agents and groups are listed with their members', async () => {
  const ada = at.card('Ada')
  for (const text of ['Administrator', 'ada@example.com', 'Shop, Workshop'])
    await waitUntilShown(ada.getByText(text))
  await waitUntilShown(at.card('Grace').getByText('Shop', { exact: true }))
  await waitUntilShown(groups().getByText('2 agents').first())
  await assertAccessible(at.page, 'the team')
})

test('a group is created', async () => {
  await at.button('Create a group').click()
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('The group needs a name.'))
  await at.dialog.getByLabel('Name').fill('Shop')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('There is a group of this name.'))
  await assertAccessible(at.page, 'a group that there is')
  await at.dialog.getByLabel('Name').fill('<b>Returns</b>')
  await at.button('Create').click()
  await waitUntilShown(groups().getByText('<b>Returns</b>'))
  stage.browser.forgive(/status of 400/)
})

test('errors in the form are explained, and the form stays open', async () => {
  await at.button('Create an agent').click()
  await assertAccessible(at.page, 'creating an agent')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('The agent needs a name.'))
  await at.dialog.getByLabel('Name').fill('Mary')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('The agent needs a login.'))
  await at.dialog.getByLabel('Login').fill('ada@example.com')
  await at.dialog.getByLabel('Password').fill('short')
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('A password has 8 characters or more.'))
  await at.dialog.getByLabel('Password').fill(mary.password)
  await at.button('Create').click()
  await waitUntilShown(at.dialog.getByText('An agent with this login exists.'))
  await assertAccessible(at.page, 'a login that is taken')
  stage.browser.forgive(/status of 400/)
})

test('an agent is created, and can sign in to the desk', async () => {
  await at.dialog.getByLabel('Login').fill(mary.login)
  await at.dialog.getByRole('checkbox', { name: '<b>Returns</b>' }).check()
  await at.button('Create').click()
  await waitUntilShown(at.card('Mary').getByText('<b>Returns</b>'))
  await waitUntilShown(groups().getByText('1 agent,'))
  const desk = await stage.agent(mary)
  await waitUntilShown(desk.accepting)
})

test('membership and role are changed', async () => {
  await at.button('Edit: Mary').click()
  assert.equal(await at.dialog.getByLabel('Login').isVisible(), false)
  await at.dialog.getByRole('checkbox', { name: 'Workshop' }).check()
  await at.dialog.getByRole('radio', { name: /^Administrator/ }).check()
  await assertAccessible(at.page, 'editing an agent')
  await at.button('Save').click()
  await waitUntilShown(at.card('Mary').getByText('Workshop, <b>Returns</b>'))
  await waitUntilShown(at.card('Mary').getByText('Administrator'))
})

test('administrators cannot remove their own access', async () => {
  await at.button('Edit: Ada').click()
  await at.dialog.getByRole('radio', { name: /^Agent/ }).check()
  await at.button('Save').click()
  await waitUntilShown(at.dialog.getByText(/^You cannot take the console from yourself/))
  await at.button('Cancel').click()
  stage.browser.forgive(/status of 400/)
})
