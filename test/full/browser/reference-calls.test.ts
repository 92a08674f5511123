import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { waitUntilShown } from './browser.js'
import { pictureFile } from './pictures.js'
import { ReferenceAt } from './reference-page.js'
import { allow, enterPassword, openSignIn } from './sign-in.js'
import { Stage } from './stage.js'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post: { readonly description: string } }>>
}

let stage: Stage
let at: ReferenceAt

before(async () => {
  stage = await Stage.open()
  at = new ReferenceAt(await stage.browser.open(stage.announced.reference))
  await at.showsTitle('Customer API v0.5')
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

test('a call without a token shows the error', async () => {
  await at.open('customer-v0.5/start_chat', 'start_chat')
  assert.match(await at.send(), /^401 /)
  assert.match(JSON.stringify(await at.answer()), /"type":"authentication"/)
  stage.browser.forgive(/status of 401/)
})

test('a customer’s token is one click away, and an idempotency key is sent as a header', async () => {
  await at.open('customer-v0.5/update_customer', 'update_customer')
  await at.form.getByRole('button', { name: 'Get a customer’s token' }).click()
  await waitUntilShown(at.form.getByText('You are the customer of the shop in this browser.'))
  await at.writeBody({ payload: { name: 'Mia' } })
  await at.form.getByLabel('Idempotency-Key').fill('reference-1')
  const [request, status] = await Promise.all([at.page.waitForRequest(/update_customer/), at.send()])
  assert.match(status, /^200 OK /)
  assert.equal((await request.allHeaders())['idempotency-key'], 'reference-1')
})

test('the token is kept for the next action in this tab, and the recorded example starts a chat', async () => {
  await at.page.reload()
  await at.open('customer-v0.5/start_chat', 'start_chat')
  assert.match(await at.send(), /^200 OK /)
  assert.match(JSON.stringify(await at.answer()), /"chat":/)
  await at.open('customer-v0.5/get_chats_summary', 'get_chats_summary')
  await at.writeBody({ payload: {} })
  assert.match(await at.send(), /^200 OK /)
  assert.match(JSON.stringify(await at.answer()), /"total_chats":1/)
})

test('a body that is not JSON is reported at its field, and is not sent', async () => {
  const body = at.form.getByLabel('Body, as JSON')
  await at.writeBody('{"payload": ')
  await at.form.getByRole('button', { name: 'Send request' }).click()
  await waitUntilShown(at.form.getByRole('alert').getByText('This is not JSON'))
  assert.equal(await body.getAttribute('aria-invalid'), 'true')
  assert.equal(await at.page.evaluate('document.activeElement.id'), 'try-body')
  await at.form.getByRole('button', { name: 'Reset to the example' }).click()
  assert.equal(await at.form.getByRole('alert').isVisible(), false)
  assert.ok(JSON.parse(await body.inputValue()))
})

test('an agent signs in once for the Agent API and the Configuration API', async () => {
  await at.open('agent-v0.4/get_filtered_chats', 'get_filtered_chats')
  const popup = await openSignIn(at.page)
  await enterPassword(popup, stage.announced.ada)
  await allow(popup)
  await waitUntilShown(at.form.getByText('You are signed in.'))
  await at.writeBody({ payload: {} })
  assert.match(await at.send(), /^200 OK /)
  assert.match(JSON.stringify(await at.answer()), /"chats_summary":\[{/)
  await at.open('configuration-v0.5/agents/create_bot_agent', 'agents/create_bot_agent')
  await at.writeBody({ name: 'Order bot', status: 'not accepting chats' })
  assert.match(await at.send(), /^200 OK /)
})

test('an action that takes a file sends the chosen one', async () => {
  await at.open('agent-v0.4/upload_image', 'upload_image')
  await at.form.getByLabel('payload.image').setInputFiles(pictureFile('glaze.png', 40, 40))
  assert.match(await at.send(), /^200 OK /)
  assert.match(JSON.stringify(await at.answer()), /"url":/)
})

test('an administrator’s token covers every action of the documents', async () => {
  const token: string = await at.page.evaluate("JSON.parse(sessionStorage['parley.reference.agent']).token")
  const response = await fetch(new URL('/auth/info', stage.announced.reference), {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { scope }: { scope: string } = JSON.parse(await response.text())
  const granted = new Set(scope.split(/[ ,]/))
  for (const [action, scopes] of neededScopes()) {
    assert.ok(
      scopes.length === 0 || scopes.some((needed) => granted.has(needed)),
      `${action} needs ${scopes}`,
    )
  }
})

test('an unreachable server is reported', async () => {
  await at.page.route('**/action/**', (route) => route.abort())
  await at.form.getByRole('button', { name: 'Send request' }).click()
  await waitUntilShown(at.form.getByText('The server does not answer.'))
  stage.browser.forgive(/ERR_FAILED/)
})

/** Returns each action with its scopes, one of which is needed, as the action's description lists them. */
function neededScopes(): readonly (readonly [string, readonly string[]])[] {
  const folder = new URL('../../../docs/openapi/', import.meta.url)
  return readdirSync(folder).flatMap((file) => {
    const { paths }: OpenApiDocument = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    return Object.entries(paths).map(([path, { post }]) => {
      const scopes = [...post.description.matchAll(/^- `([^`]+)`/gm)].map(([, scope = '']) => scope)
      return [`${file} ${path}`, scopes] as const
    })
  })
}
