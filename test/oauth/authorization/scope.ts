import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, has, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser } from '../browser.js'
import { assertOAuthError, info, postToken } from '../endpoints.js'
import { authorize, authorizeQuery, codeFor, exchangeForm, refreshForm, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

const scopes: readonly Scope[] = ['chats--all:read', 'chats.meta--all:write', 'multicast:write']

/** Cases of requested scopes, granted scopes and the scopes in the response; `undefined` stands for none. */
const cases = [
  [undefined, scopes.join(' '), undefined],
  ['multicast:write', 'multicast:write', undefined],
  ['multicast:write chats--all:read', 'chats--all:read multicast:write', undefined],
  ['multicast:write webhooks--all:read', 'multicast:write', 'multicast:write'],
  [`${scopes.join(' ')} openid`, scopes.join(' '), scopes.join(' ')],
] as const

const scopeIn = (answer: unknown) => (has(answer, 'scope') ? at(answer, 'scope') : undefined)

forEachStorage('oauth: scope', (storage) => {
  const suite = useEngine(storage, {
    ...cheapPasswords,
    fixed: { limits: { authorizationRequestCount: 1_000 } },
  })

  for (const type of ['server', 'browser'] as const) {
    test(`the scope parameter grants a ${type} app the scopes that it asks for and may have, and names others`, async () => {
      const world = await suite.world()
      const [app, agent] = [await registerApp(world, { type, scopes }), await agentWithPassword(world)]
      for (const [scope, granted, named] of cases) {
        const query = authorizeQuery(app, { scope })
        const answer =
          type === 'server'
            ? (await postToken(world, exchangeForm(app, await codeFor(world, app, agent, query)))).body
            : Object.fromEntries(
                new URLSearchParams(new URL(await authorize(world, app, agent, query)).hash.slice(1)),
              )
        const token = textAt(answer, 'access_token')
        assert.equal(scopeIn(answer), named, scope)
        assert.equal(at((await info(world, token)).body, 'scope'), granted.replaceAll(' ', ','), scope)
      }
    })
  }

  test('the scope parameter leaves out what a user cannot grant', async () => {
    const world = await suite.world()
    const [app, agent] = [
      await registerApp(world, { scopes }),
      await agentWithPassword(world, 'bob', 'normal'),
    ]
    for (const scope of [undefined, 'chats--all:read chats.meta--all:write']) {
      const code = await codeFor(world, app, agent, authorizeQuery(app, { scope }))
      const { body } = await postToken(world, exchangeForm(app, code))
      const granted = scope === undefined ? 'chats--all:read multicast:write' : 'chats--all:read'
      assert.equal(at(body, 'scope'), granted)
    }
  })

  test('the scope parameter can be narrowed at a refresh, and lists the remaining scopes', async () => {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world, { scopes }), await agentWithPassword(world)]
    const { body } = await postToken(world, exchangeForm(app, await codeFor(world, app, agent)))
    const form = refreshForm(app, textAt(body, 'refresh_token'))
    const refresh = async (scope?: string) =>
      scopeIn((await postToken(world, { ...form, ...(scope !== undefined && { scope }) })).body)
    assert.equal(await refresh(), undefined)
    assert.equal(await refresh('multicast:write'), undefined)
    assert.equal(await refresh('multicast:write agents--my:write'), 'multicast:write')
    assertOAuthError(await postToken(world, { ...form, scope: 'agents--my:write' }), 400, 'invalid_scope')
    await world.engine.parley.admin.apps.update(app.clientId, {
      scopes: ['chats--all:read', 'agents--my:write'],
    })
    assert.equal(await refresh(), 'chats--all:read')
  })

  test('a scope that cannot be granted at all is reported to the app without a consent page', async () => {
    const world = await suite.world()
    const app = await registerApp(world, { scopes })
    const browser = new Browser(authUrlOf(world))
    const { location } = await browser.arrive(authorizeQuery(app, { scope: 'openid profile', state: 's' }))
    const { searchParams } = new URL(location ?? '')
    assert.deepEqual(
      [searchParams.get('error'), searchParams.get('iss'), searchParams.get('state')],
      ['invalid_scope', authUrlOf(world), 's'],
    )
  })

  test('the requested scope is shown on the consent page, and every response names its issuer', async () => {
    const world = await suite.world()
    const agent = await agentWithPassword(world)
    const app = await registerApp(world, { scopes })
    const { consent } = await signedIn(world, app, agent, authorizeQuery(app, { scope: 'multicast:write' }))
    assert.equal(consent.text.match(/<li/g)?.length, 1)
    const code = new URL(await authorize(world, app, agent)).searchParams
    const other = await registerApp(world, { type: 'browser', scopes })
    const token = new URLSearchParams(new URL(await authorize(world, other, agent)).hash.slice(1))
    assert.deepEqual([code.get('iss'), token.get('iss')], [authUrlOf(world), authUrlOf(world)])
  })
})
