import assert from 'node:assert/strict'
import type { Parley } from '@parley/core'
import type { VirtualClock } from '@parley/core/testing'
import { textAt } from '../support/json.js'
import { RtmClient } from '../support/rtm-client.js'
import { exchange, WebCaller } from '../support/web-client.js'
import { Browser, hiddenFieldsOf } from './browser.js'

const redirectUri = 'https://app.example.com/callback'
const password = 'Kq7-horse-battery-staple-Zx91'
const wrongPassword = 'Wr0ng-but-nearly-right-password'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Creates, shows, uses or ends every kind of secret once. Returns all secrets by name. */
export async function playScenario(
  parley: Parley,
  origin: string,
  clock: VirtualClock,
): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map([
    ['the password', password],
    ['a wrong password', wrongPassword],
    ['the code verifier', verifier],
  ])
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Test' })
  await admin.agents.create({
    licenseId,
    login: 'ada@example.com',
    name: 'Ada',
    permission: 'administrator',
    password,
  })
  const { clientId, clientSecret = '' } = await admin.apps.create({
    ...{ licenseId, name: 'Desk', type: 'server', visibility: 'private' },
    redirectUris: [redirectUri],
    scopes: ['chats--all:read', 'customers.identity--manage', 'agents-bot--my:read', 'agents-bot--my:write'],
  })
  secrets.set('the client secret', clientSecret)
  const app = { authUrl: `${origin}/auth`, clientId, clientSecret }
  const browser = await signIn(app, secrets)
  const tokens = await useTokens(app, browser, secrets)
  await employ(new WebCaller(origin, 'configuration', 'v0.5', { token: tokens.access }), secrets)
  await useCustomerToken(app, tokens.access, licenseId, origin, secrets)
  const agent = await connect(origin, `/agent/v0.4/rtm/ws`, tokens.access)
  await post(app, '/revoke', { token: tokens.access, client_id: clientId, client_secret: clientSecret })
  await agent.waitForEnd()
  await endThings(parley, clientId, secrets)
  clock.advance(600_000)
  return secrets
}

interface App {
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

async function signIn(app: App, secrets: Map<string, string>): Promise<Browser> {
  const browser = new Browser(app.authUrl)
  const page = await browser.arrive(query(app))
  secrets.set('the cookie against forgery', browser.cookies.get('parley_csrf') ?? '')
  secrets.set('the token of the sign-in form', hiddenFieldsOf(page).csrf ?? '')
  await browser.submit(page, { login: 'ada@example.com', password: wrongPassword })
  await browser.submit(page, { login: wrongPassword, password })
  const consent = await browser.submit(page, { login: 'ada@example.com', password })
  secrets.set('the cookie of the session', browser.cookies.get('parley_session') ?? '')
  secrets.set('the token of the consent form', hiddenFieldsOf(consent).csrf ?? '')
  return browser
}

async function code(app: App, browser: Browser): Promise<string> {
  const consent = await browser.arrive(query(app))
  const { location } = await browser.submit(consent, { decision: 'allow' })
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

async function useTokens(app: App, browser: Browser, secrets: Map<string, string>) {
  const client = { client_id: app.clientId, client_secret: app.clientSecret }
  const [used, unused] = [await code(app, browser), await code(app, browser)]
  secrets.set('a code that was used', used).set('a code that was not used', unused)
  const form = {
    grant_type: 'authorization_code',
    code: used,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...client,
  }
  await post(app, '/token', { ...form, client_secret: `${app.clientSecret}x` })
  const pair = await post(app, '/token', form)
  const refresh = textAt(pair.body, 'refresh_token')
  secrets.set('an access token', textAt(pair.body, 'access_token')).set('the refresh token', refresh)
  const next = await post(app, '/token', { grant_type: 'refresh_token', refresh_token: refresh, ...client })
  const access = textAt(next.body, 'access_token')
  secrets.set('a second access token', access)
  assert.equal((await exchange(`${app.authUrl}/info`, bearer(access))).status, 200)
  return { access, refresh }
}

/** Sends each request twice with the same idempotency key, so that its response is stored. */
async function employ(web: WebCaller, secrets: Map<string, string>): Promise<void> {
  const secret_key = 'Hu2-zebra-locomotive-Wq83-of-a-bot'
  secrets.set('the secret key of a bot', secret_key)
  const webhooks = { url: 'https://bot.example/', secret_key, actions: [] }
  const bot = { name: 'Botty', status: 'offline', webhooks }
  const key = { idempotencyKey: 'once' }
  const bot_agent_id = textAt(await web.succeed('agents/create_bot_agent', bot, key), 'bot_agent_id')
  await web.succeed('agents/create_bot_agent', bot, key)
  const shown = await web.succeed('agents/get_bot_agent_details', { bot_agent_id })
  assert.equal(textAt(shown, 'bot_agent.webhooks.secret_key'), secret_key)
  await web.succeed('agents/update_bot_agent', { id: bot_agent_id, webhooks })
  await web.refuse('agents/update_bot_agent', { id: bot_agent_id, webhooks: { ...webhooks, url: 'nowhere' } })
}

async function useCustomerToken(
  app: App,
  access: string,
  licenseId: number,
  origin: string,
  secrets: Map<string, string>,
) {
  const form = { client_id: app.clientId, response_type: 'token', redirect_uri: redirectUri }
  const { body } = await post(app, '/customer/', form, bearer(access).headers)
  const token = textAt(body, 'access_token')
  secrets.set('a customer token', token)
  const link = new URLSearchParams({ access_token: token, redirect_uri: redirectUri })
  await exchange(`${app.authUrl}/customer?${link}`, { redirect: 'manual' })
  const customer = await connect(origin, `/customer/v0.5/rtm/ws?license_id=${licenseId}`, token)
  await customer.succeed('update_customer', { name: 'Casey' })
  await customer.succeed('start_chat')
  await exchange(`${app.authUrl}/token?token=${token}`, { method: 'DELETE' })
  await customer.waitForEnd()
}

/** Creates tokens as the host, and then revokes everything. */
async function endThings({ admin }: Parley, clientId: string, secrets: Map<string, string>): Promise<void> {
  const { clientSecret } = await admin.apps.rotateSecret(clientId)
  secrets.set('the new client secret', clientSecret)
  const {
    items: [license],
  } = await admin.licenses.list()
  const licenseId = license?.id ?? 0
  const issued = await admin.tokens.createForAgent({ licenseId, clientId, agentId: 'ada@example.com' })
  secrets
    .set('an issued access token', issued.accessToken)
    .set('an issued refresh token', issued.refreshToken)
  await admin.agents.setPassword('ada@example.com', `${password} the second`)
}

async function connect(origin: string, path: string, token: string): Promise<RtmClient> {
  const client = await RtmClient.open(origin.replace('http', 'ws') + path)
  await client.succeed('login', { token })
  return client
}

function query(app: App): string {
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const request = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri }
  return String(new URLSearchParams({ ...request, ...pkce }))
}

function bearer(token: string) {
  return { headers: { authorization: `Bearer ${token}` } }
}

function post(app: App, path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return exchange(app.authUrl + path, { method: 'POST', headers, body: new URLSearchParams(form) })
}
