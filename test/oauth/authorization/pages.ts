import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { AuthPage } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'
import { Browser, shownBy, type Visit } from '../browser.js'
import { authorizeQuery, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

/** Returns one page of each kind. */
async function everyPage(world: World): Promise<Readonly<Record<AuthPage['kind'], Visit>>> {
  const app = await registerApp(world)
  const sign_in = await new Browser(authUrlOf(world)).arrive(authorizeQuery(app))
  const agent = await agentWithPassword(world)
  const popUp = await signedIn(world, app, agent, authorizeQuery(app, { flow: 'button' }))
  const signed_in = await popUp.browser.submit(popUp.consent, { decision: 'allow' })
  const { browser, consent } = await signedIn(world, app, agent)
  const denied = await browser.submit(consent, { decision: 'deny' })
  return { sign_in, consent, signed_in, denied, error: await browser.arrive('') }
}

function assertGuarded({ headers, text }: Visit): void {
  const policy = headers.get('content-security-policy') ?? ''
  const [, nonce] = /^default-src 'none'; style-src 'nonce-([A-Za-z0-9+/]{22}==)'; /.exec(policy) ?? []
  assert.ok(nonce !== undefined, policy)
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'$/)
  // `form-action` would apply to the whole chain of redirects, which begins with the app's own address.
  assert.doesNotMatch(policy, /form-action/)
  assert.ok(text.includes(`<style nonce="${nonce}">`) || !text.includes('<style'))
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(headers.get('access-control-allow-origin'), null)
  assert.doesNotMatch(text, /<script/)
}

forEachStorage('oauth: pages', (storage) => {
  describe('pages of the default layout', () => {
    const suite = useEngine(storage, cheapPasswords)

    test('pages of the default layout cannot be framed, are not cached, send no referrer and run no script', async () => {
      const { sign_in, consent, denied, error } = await everyPage(await suite.world())
      for (const page of [sign_in, consent, denied, error]) assertGuarded(page)
    })

    test('pages of the default layout have a new nonce each time', async () => {
      const { sign_in, consent } = await everyPage(await suite.world())
      const policy = 'content-security-policy'
      assert.notEqual(sign_in.headers.get(policy), consent.headers.get(policy))
    })

    test('pages of the default layout escape all input of the request and the user', async () => {
      const world = await suite.world()
      const app = await registerApp(world, { name: `</title><script>alert('1')</script>` })
      const browser = new Browser(authUrlOf(world))
      const page = await browser.arrive(`${authorizeQuery(app)}&state="><script>`)
      const again = await browser.submit(page, { login: '"><script>alert(1)</script>', password: '<script>' })
      for (const { text } of [page, again]) assert.doesNotMatch(text, /<script/i)
      assert.match(shownBy(again), /Wrong login or password\./)
      assert.ok(again.text.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'))
    })

    test('redirects are not cached and send no referrer', async () => {
      const world = await suite.world()
      const app = await registerApp(world)
      const { browser, consent } = await signedIn(world, app, await agentWithPassword(world))
      const { headers, text } = await browser.submit(consent, { decision: 'allow' })
      assert.deepEqual(
        [headers.get('cache-control'), headers.get('referrer-policy'), text],
        ['no-store', 'no-referrer', ''],
      )
    })

    test('pages of the default layout refuse other methods', async () => {
      const world = await suite.world()
      const browser = new Browser(authUrlOf(world))
      for (const [method, path, allowed] of [
        ['POST', '/', /^GET$/],
        ['PUT', '', /^GET$/],
        ['GET', '/sign-in', /^POST$/],
        ['OPTIONS', '/sign-in', /^POST$/],
        ['DELETE', '/consent', /^POST$/],
      ] as const) {
        const { status, headers } = await browser.visit(path, { method })
        assert.equal(status, 405)
        assert.match(headers.get('allow') ?? '', allowed)
      }
    })
  })

  describe('pages of a host’s own layout', () => {
    const laidOut: AuthPage[] = []
    const renderPage = (page: AuthPage) => {
      laidOut.push(page)
      return `<html><head><style nonce="${page.nonce}">b {}</style></head><body>Mine: ${page.bodyHtml}</body></html>`
    }
    const suite = useEngine(storage, { ...cheapPasswords, renderPage })

    test('pages of a host’s own layout are rendered by the host, with the same protection', async () => {
      const { sign_in, consent, denied, error } = await everyPage(await suite.world())
      for (const page of [sign_in, consent, denied, error]) {
        assertGuarded(page)
        assert.match(shownBy(page), /^Mine: /)
      }
      assert.deepEqual(
        [...new Set(laidOut.map(({ kind, title }) => `${kind}: ${title}`))],
        [
          'sign_in: Sign in',
          'consent: Desk asks for access',
          'signed_in: You are signed in',
          'denied: Access denied',
          'error: This did not work',
        ],
      )
    })
  })

  describe('pages of a layout that fails', () => {
    const layout: { fails: () => string } = { fails: () => '' }
    const suite = useEngine(storage, {
      ...cheapPasswords,
      renderPage: () => layout.fails(),
      expectsErrors: true,
    })
    const failures: Readonly<Record<string, () => string>> = {
      'by throwing': () => {
        throw new Error('the secret of the host')
      },
      'by returning nothing': () => JSON.parse('null'),
      'by returning an object': () => JSON.parse('{}'),
    }
    for (const [how, fails] of Object.entries(failures)) {
      test(`${how} are those of the default layout`, async () => {
        layout.fails = fails
        const countBefore = suite.engine.errors.length
        const { sign_in, consent, denied, error } = await everyPage(await suite.world())
        for (const page of [sign_in, consent, denied, error]) {
          assertGuarded(page)
          assert.match(page.text, /<main>/)
          assert.doesNotMatch(page.text, /secret of the host/)
        }
        assert.deepEqual([sign_in.status, error.status], [200, 400])
        assert.ok(suite.engine.errors.length >= countBefore + 4)
      })
    }
  })
})
