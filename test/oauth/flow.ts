import assert from 'node:assert/strict'
import { textAt } from '../support/json.js'
import type { World } from '../support/world.js'
import { Browser, type Visit } from './browser.js'
import { type Granted, postToken } from './endpoints.js'
import { authUrlOf, type Login, type OAuthApp } from './tenant.js'

/** Returns the query of an authorization request of the app. `undefined` leaves a parameter out. */
export function authorizeQuery(
  app: OAuthApp,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters: Readonly<Record<string, string | undefined>> = {
    response_type: app.responseType,
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return String(query)
}

/** Signs the agent in with a new browser. Returns the browser and the consent page. */
export async function signedIn(
  world: World,
  app: OAuthApp,
  agent: Login,
  query: string = authorizeQuery(app),
): Promise<{ readonly browser: Browser; readonly consent: Visit }> {
  const browser = new Browser(authUrlOf(world))
  const page = await browser.arrive(query)
  assert.equal(page.status, 200, page.text)
  const consent = await browser.submit(page, { login: agent.id, password: agent.password })
  assert.equal(consent.status, 200, consent.text)
  return { browser, consent }
}

/** Signs in and gives consent. Returns the address of the redirect, byte for byte. */
export async function authorize(world: World, app: OAuthApp, agent: Login, query?: string): Promise<string> {
  const { browser, consent } = await signedIn(world, app, agent, query)
  return allow(browser, consent)
}

export async function allow(browser: Browser, consent: Visit): Promise<string> {
  const { status, location, text } = await browser.submit(consent, { decision: 'allow' })
  assert.equal(status, 303, text)
  assert.ok(location !== null)
  return location
}

/** Returns a new authorization code for the app. */
export async function codeFor(world: World, app: OAuthApp, agent: Login, query?: string): Promise<string> {
  const code = new URL(await authorize(world, app, agent, query)).searchParams.get('code')
  assert.ok(code !== null)
  return code
}

/** Returns the form that exchanges an authorization code. */
export function exchangeForm(app: OAuthApp, code: string, more: Readonly<Record<string, string>> = {}) {
  return {
    grant_type: 'authorization_code',
    code,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: app.redirectUri,
    ...more,
  }
}

export function refreshForm(app: OAuthApp, refreshToken: string) {
  return {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  }
}

/** Returns an access token and a refresh token, obtained by the authorization code flow. */
export async function tokensFor(world: World, app: OAuthApp, agent: Login): Promise<Granted> {
  return granted(world, exchangeForm(app, await codeFor(world, app, agent)))
}

export async function refreshed(world: World, app: OAuthApp, refreshToken: string): Promise<Granted> {
  return granted(world, refreshForm(app, refreshToken))
}

async function granted(world: World, form: Readonly<Record<string, string>>): Promise<Granted> {
  const { status, body } = await postToken(world, form)
  assert.equal(status, 200, JSON.stringify(body))
  return { accessToken: textAt(body, 'access_token'), refreshToken: textAt(body, 'refresh_token') }
}

/** Returns an access token of a browser app, obtained by the token flow. */
export async function browserTokenFor(world: World, app: OAuthApp, agent: Login): Promise<string> {
  const { hash } = new URL(await authorize(world, app, agent))
  const token = new URLSearchParams(hash.slice(1)).get('access_token')
  assert.ok(token !== null)
  return token
}
