import { after, afterEach, before, test } from 'node:test'
import { assertAccessible } from './accessibility.js'
import { waitUntilShown } from './browser.js'
import { ConsoleAt } from './console-page.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

let stage: Stage
let at: ConsoleAt

before(async () => {
  stage = await Stage.open()
  at = new ConsoleAt(await stage.browser.open(stage.announced.console))
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('the console is accessible before an administrator signs in, and while the apps are loaded', async () => {
  await waitUntilShown(at.button('Sign in with Parley'))
  await assertAccessible(at.page, 'sign-in')
  await at.page.route('**/console/apps', () => undefined)
  await signIn(at.page, stage.announced.ada)
  await waitUntilShown(at.page.getByText('Loading the apps'))
  await assertAccessible(at.page, 'loading')
})

test('the console is accessible when the server does not answer', async () => {
  await at.page.unrouteAll()
  await at.page.route('**/console/apps', (route) => route.abort())
  await at.page.reload()
  await waitUntilShown(at.page.getByText('The server does not answer.'))
  await assertAccessible(at.page, 'no answer')
  stage.browser.forgive(/ERR_FAILED/)
})

test('the list is accessible with only the quickstart’s own apps', async () => {
  await at.page.unrouteAll()
  await at.page.reload()
  await waitUntilShown(at.card('Hazel & Clay desk'))
  await assertAccessible(at.page, 'no apps of one’s own')
})

test('the form and its errors are accessible', async () => {
  await at.button('Register an app').click()
  await assertAccessible(at.page, 'registering')
  await at.fill({ name: 'Order board', type: 'On a server', redirectUris: ['nowhere'] })
  await at.button('Register').click()
  await waitUntilShown(at.dialog.getByText(/^A redirect URI must be/))
  await assertAccessible(at.page, 'a wrong redirect URI')
  stage.browser.forgive(/status of 400/)
})

test('the dialog with the secret and the list with the app are accessible', async () => {
  await at.fill({ redirectUris: ['https://board.example/signed-in'], scopes: ['chats--all:read'] })
  await at.button('Register').click()
  await at.secret()
  await assertAccessible(at.page, 'the secret')
  await at.button('Done').click()
  await waitUntilShown(at.card('Order board'))
  await assertAccessible(at.page, 'the list')
})

test('editing and the confirmations of permanent changes are accessible', async () => {
  await at.button('Edit: Order board').click()
  await assertAccessible(at.page, 'editing')
  await at.button('Cancel').click()
  await at.button('New secret: Order board').click()
  await assertAccessible(at.page, 'asked about a new secret')
  await at.button('Cancel').click()
  await at.button('Remove: Order board').click()
  await assertAccessible(at.page, 'asked about removing')
  await at.page.route('**/console/apps/*', (route) => route.abort())
  await at.button('Remove').click()
  await waitUntilShown(at.dialog.getByText('The server does not answer.'))
  await assertAccessible(at.page, 'not removed')
  stage.browser.forgive(/ERR_FAILED/)
})

test('the console is accessible when the agent may not use it', async () => {
  const grace = new ConsoleAt(await stage.browser.open(stage.announced.console))
  await signIn(grace.page, stage.announced.grace)
  await waitUntilShown(grace.page.getByText('Grace is no administrator.'))
  await assertAccessible(grace.page, 'refused')
  stage.browser.forgive(/status of 403/)
})
