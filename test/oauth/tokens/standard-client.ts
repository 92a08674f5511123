import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'
import { isAlive } from '../endpoints.js'
import { authorize } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, type OAuthApp, registerApp } from '../tenant.js'

const onLoopback = { [oauth.allowInsecureRequests]: true }

async function discover(world: World): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(authUrlOf(world))
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...onLoopback })
  return oauth.processDiscoveryResponse(issuer, response)
}

/**
 * Runs the authorization code flow with PKCE as the library's manual describes it. The steps of the browser are done by
 * the test.
 */
async function grant(
  world: World,
  app: OAuthApp,
  as: oauth.AuthorizationServer,
  authentication: oauth.ClientAuth,
) {
  const client: oauth.Client = { client_id: app.clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(as.authorization_endpoint ?? '')
  address.searchParams.set('client_id', app.clientId)
  address.searchParams.set('redirect_uri', app.redirectUri)
  address.searchParams.set('response_type', 'code')
  address.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier))
  address.searchParams.set('code_challenge_method', 'S256')
  address.searchParams.set('state', state)
  assert.equal(address.origin + address.pathname, `${authUrlOf(world)}/`)
  const agent = await agentWithPassword(world)
  const callback = new URL(await authorize(world, app, agent, address.search.slice(1)))
  const parameters = oauth.validateAuthResponse(as, client, callback, state)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    parameters,
    app.redirectUri,
    verifier,
    onLoopback,
  )
  return { client, tokens: await oauth.processAuthorizationCodeResponse(as, client, response) }
}

forEachStorage('oauth: standard client', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  const methods = { ClientSecretPost: oauth.ClientSecretPost, ClientSecretBasic: oauth.ClientSecretBasic }
  for (const [name, method] of Object.entries(methods)) {
    test(`a standard client discovers, authorizes, refreshes and revokes with ${name}`, async () => {
      const world = await suite.world()
      const app = await registerApp(world, { requiresPkce: true })
      const as = await discover(world)
      const authentication = method(app.clientSecret)
      const { client, tokens } = await grant(world, app, as, authentication)
      assert.equal(tokens.token_type, 'bearer')
      assert.equal(tokens.expires_in, 28_800)

      const refresh = await oauth.refreshTokenGrantRequest(
        as,
        client,
        authentication,
        tokens.refresh_token ?? '',
        onLoopback,
      )
      const next = await oauth.processRefreshTokenResponse(as, client, refresh)
      assert.equal(next.refresh_token, tokens.refresh_token)
      assert.notEqual(next.access_token, tokens.access_token)
      const infoAnswer = await oauth.protectedResourceRequest(
        next.access_token,
        'GET',
        new URL(`${authUrlOf(world)}/info`),
        undefined,
        undefined,
        onLoopback,
      )
      assert.equal(infoAnswer.status, 200)

      const revocation = await oauth.revocationRequest(
        as,
        client,
        authentication,
        next.access_token,
        onLoopback,
      )
      await oauth.processRevocationResponse(revocation)
      assert.deepEqual(
        [await isAlive(world, next.access_token), await isAlive(world, tokens.access_token)],
        [false, false],
      )
      const dead = await oauth.refreshTokenGrantRequest(
        as,
        client,
        authentication,
        tokens.refresh_token ?? '',
        onLoopback,
      )
      await assert.rejects(oauth.processRefreshTokenResponse(as, client, dead), { error: 'invalid_grant' })
    })
  }

  test('a standard client understands errors', async () => {
    const world = await suite.world()
    const app = await registerApp(world)
    const as = await discover(world)
    const client = { client_id: app.clientId }
    const response = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.ClientSecretBasic('wrong'),
      'unknown',
      onLoopback,
    )
    // The library reads the challenge before the body.
    await assert.rejects(
      oauth.processRefreshTokenResponse(as, client, response),
      oauth.WWWAuthenticateChallengeError,
    )
  })
})
