import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBetterSqlite3 } from '../../test/support/sqlite-file.js'
import { textAt } from '../support/json.js'
import { RtmClient } from '../support/rtm-client.js'
import { WebCaller } from '../support/web-client.js'
import { Program } from './program.js'

const flags = ['--import=tsx', '--conditions=parley-source'] as const

test('staff sign in with the session of the shop, and customers of the shop write to them', {
  skip: noBetterSqlite3,
}, async () => {
  const command = [process.execPath, ...flags, 'examples/express-app/main.js'] as const
  const env = { PORT: '0', SHOP_DB: ':memory:', PARLEY_DB: ':memory:', STAFF_PASSWORD: 'a password' }
  const shop = new Program(command, env)
  try {
    const url = `http://127.0.0.1:${await shop.waitForLine(/open on port (\d+)/)}`
    const desk = await RtmClient.open(`${url.replace('http', 'ws')}/support/agent/v0.4/rtm/ws`)
    await desk.succeed('login', { token: await signIn(url) })
    const first = await fetch(`${url}/chat-token`, { method: 'POST' })
    const { licenseId, accessToken: token } = Object(await first.json())
    const customer = new WebCaller(`${url}/support`, 'customer', 'v0.5', { token, licenseId })
    const thread = { events: [{ type: 'message', text: 'Is this shop open?' }] }
    await customer.succeed('start_chat', { chat: { thread } })
    assert.match(JSON.stringify(await desk.push('incoming_chat_thread')), /Is this shop open\?/)
    const headers = { cookie: cookieOf(first) }
    const second = Object(await (await fetch(`${url}/chat-token`, { method: 'POST', headers })).json())
    const again = new WebCaller(`${url}/support`, 'customer', 'v0.5', {
      token: second.accessToken,
      licenseId,
    })
    assert.match(JSON.stringify(await again.succeed('get_chats_summary')), /Is this shop open\?/)
    await desk.close()
  } finally {
    await shop.stop()
  }
})

/** Signs in like a browser that starts at the desk. Returns the access token. */
async function signIn(url: string): Promise<string> {
  const visit = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })
  const [, begin = ''] = /href="([^"]+)"/.exec(await (await visit('/desk')).text()) ?? []
  const stranger = await visit(begin)
  const login = stranger.headers.get('location') ?? ''
  assert.match(login, /^\/login\?return_to=%2Fsupport%2Fauth/)
  const wrong = new URLSearchParams({ login: 'ada@example.com', password: 'wrong' })
  assert.equal((await visit(login, { method: 'POST', body: wrong })).status, 401)
  const right = new URLSearchParams({ login: 'ada@example.com', password: 'a password' })
  const signedIn = await visit(login, { method: 'POST', body: right })
  const consent = await visit(signedIn.headers.get('location') ?? '', {
    headers: { cookie: cookieOf(signedIn) },
  })
  const page = await consent.text()
  const form = new URLSearchParams({ decision: 'allow' })
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
    if (name !== 'decision') form.set(name, value.replaceAll('&amp;', '&'))
  }
  const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page) ?? []
  const target = new URL(action.replaceAll('&amp;', '&'), url + begin)
  const cookie = [cookieOf(signedIn), cookieOf(consent)].filter(Boolean).join('; ')
  const headers = { cookie }
  const allowed = await visit(target.pathname + target.search, { method: 'POST', body: form, headers })
  const { hash } = new URL(allowed.headers.get('location') ?? assert.fail(await allowed.text()))
  return textAt({ token: new URLSearchParams(hash.slice(1)).get('access_token') }, 'token')
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
