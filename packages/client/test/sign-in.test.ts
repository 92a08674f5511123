import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { completeSignIn, SignInError, signIn } from '../src/sign-in.js'
import { FakeWindow } from './fake-window.js'

const origin = 'https://app.example'
const options = {
  authUrl: 'https://chat.example/auth',
  clientId: 'client',
  redirectUri: `${origin}/signed-in`,
}

let page: FakeWindow
let popup: FakeWindow

beforeEach(() => {
  page = new FakeWindow(`${origin}/desk`)
  popup = new FakeWindow(`${origin}/signed-in`)
  page.popup = popup
  page.enter()
})

test('opens the authorization request of the token flow, with a new state each time', async () => {
  for (const authUrl of [options.authUrl, `${options.authUrl}/`]) {
    signIn({ ...options, authUrl }).catch(() => {})
  }
  popup.close()
  const [first, second] = page.opened
  assert.equal(first?.origin, 'https://chat.example')
  assert.equal(first?.pathname, '/auth/')
  assert.equal(second?.pathname, '/auth/')
  assert.equal(first?.searchParams.get('response_type'), 'token')
  assert.equal(first?.searchParams.get('client_id'), 'client')
  assert.equal(first?.searchParams.get('redirect_uri'), options.redirectUri)
  assert.ok((stateOf(first)?.length ?? 0) > 20)
  assert.notEqual(stateOf(first), stateOf(second))
})

test('resolves with the token that the redirect page received', async () => {
  const token = signIn(options)
  answer({ access_token: 'pla_1', token_type: 'Bearer', expires_in: '28800' })
  assert.deepEqual(await token, { accessToken: 'pla_1', expiresInSeconds: 28_800, tokenType: 'Bearer' })
})

test('the redirect page posts to its own origin only, clears its address and closes', () => {
  const target = redirectPage('#access_token=pla_1&state=s')
  assert.equal(completeSignIn(), true)
  assert.deepEqual(page.received, [['parley.sign-in#access_token=pla_1&state=s', origin]])
  assert.deepEqual(target.replacedUrls, ['/signed-in'])
  assert.equal(target.closed, true)
})

test('the redirect page stays open without an opener or a result', () => {
  const withoutAnswer = redirectPage('')
  assert.equal(completeSignIn(), false)
  const withoutOpener = redirectPage('#access_token=pla_1')
  withoutOpener.opener = null
  assert.equal(completeSignIn(), false)
  assert.deepEqual(withoutOpener.replacedUrls, ['/signed-in'])
  assert.deepEqual([withoutAnswer.closed, withoutOpener.closed, page.received.length], [false, false, 0])
})

test('ignores messages from another origin, from another window, or of another kind', async () => {
  const token = signIn(options)
  const data = `parley.sign-in#access_token=pla_evil&token_type=Bearer&expires_in=1&state=${stateOf(page.opened[0])}`
  page.deliver({ data, origin: 'https://evil.example', source: popup })
  page.deliver({ data, origin, source: new FakeWindow(origin) })
  for (const other of ['hello', { data }, null, 1]) page.deliver({ data: other, origin, source: popup })
  answer({ access_token: 'pla_good', token_type: 'Bearer', expires_in: '60' })
  assert.equal((await token).accessToken, 'pla_good')
})

test('rejects a response to another request', async () => {
  const token = signIn(options)
  answer({ access_token: 'pla_1', token_type: 'Bearer', expires_in: '60', state: 'forged' })
  await assert.rejects(token, code('invalid_state'))
})

test('rejects an error response with its code and description', async () => {
  const token = signIn(options)
  answer({ error: 'unsupported_response_type', error_description: 'this application cannot' })
  await assert.rejects(
    token,
    (error) => code('unsupported_response_type')(error) && /cannot$/.test(String(error)),
  )
})

for (const [name, parameters] of Object.entries({
  'no token': { token_type: 'Bearer', expires_in: '60' },
  'no type': { access_token: 'pla_1', expires_in: '60' },
  'no lifetime': { access_token: 'pla_1', token_type: 'Bearer' },
  'a lifetime that is no number': { access_token: 'pla_1', token_type: 'Bearer', expires_in: 'soon' },
})) {
  test(`rejects a response with ${name}`, async () => {
    const token = signIn(options)
    answer(parameters)
    await assert.rejects(token, code('invalid_response'))
  })
}

test('rejects when the pop-up is closed, and when it is blocked', async () => {
  const closed = signIn(options)
  popup.close()
  await assert.rejects(closed, code('popup_closed'))
  page.popup = null
  await assert.rejects(signIn(options), code('popup_blocked'))
})

test('accepts the response of a pop-up that has already closed', async () => {
  const token = signIn(options)
  popup.close()
  answer({ access_token: 'pla_1', token_type: 'Bearer', expires_in: '60' })
  assert.equal((await token).accessToken, 'pla_1')
})

test('rejects a redirect page of another origin', async () => {
  await assert.rejects(signIn({ ...options, redirectUri: 'https://other.example/signed-in' }), TypeError)
  assert.equal(page.opened.length, 0)
})

/** Delivers the redirect page's message to the page. */
function answer(parameters: Readonly<Record<string, string>>): void {
  const state = stateOf(page.opened[0]) ?? ''
  redirectPage(`#${new URLSearchParams({ state, ...parameters })}`)
  completeSignIn()
  page.enter()
  const [data] = page.received.at(-1) ?? []
  page.deliver({ data, origin, source: popup })
}

function redirectPage(fragment: string): FakeWindow {
  const target = new FakeWindow(`${options.redirectUri}${fragment}`)
  target.opener = page
  target.enter()
  return target
}

function stateOf(url: URL | undefined): string | null | undefined {
  return url?.searchParams.get('state')
}

function code(expected: string) {
  return (error: unknown) => error instanceof SignInError && error.code === expected
}
