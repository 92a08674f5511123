import assert from 'node:assert/strict'
import { textAt } from '../support/json.js'
import type { World } from '../support/world.js'
import { Browser, type Visit } from './browser.js'
import { type Granted, postToken } from './endpoints.js'
import { authUrlOf, type Login, type OAuthApp } from './tenant.js'

/** The query of an authorization request of the app; `undefined` leaves a parameter out. */
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

/** A browser in which the agent has signed in, with the consent page that it shows. */
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

/** Signs in and allows; where the browser is sent, byte for byte. */
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

/** A fresh code for the app. */
export async function codeFor(world: World, app: OAuthApp, agent: Login, query?: string): Promise<string> {
  const code = new URL(await authorize(world, app, agent, query)).searchParams.get('code')
  assert.ok(code !== null)
  return code
}

/** The form that exchanges a code. */
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

/** An access and a refresh token by the whole code flow. */
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

/** An access token by the token flow, of a browser app. */
export async function browserTokenFor(world: World, app: OAuthApp, agent: Login): Promise<string> {
  const { hash } = new URL(await authorize(world, app, agent))
  const token = new URLSearchParams(hash.slice(1)).get('access_token')
  assert.ok(token !== null)
  return token
}
