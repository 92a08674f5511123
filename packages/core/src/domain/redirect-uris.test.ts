import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { skipsTime } from '../../../../test/support/profile.js'
import { hostileRedirectUri } from '../../test/redirect-uri-arbitraries.js'
import { redirectUriSamples } from '../../test/redirect-uri-samples.js'
import { isRedirectUri, matchesAnyRedirectUri, matchesRedirectUri } from './redirect-uris.js'

const numRuns = process.env.PARLEY_TEST_PROFILE === 'nightly' ? 100_000 : 2_000

describe('a requested redirect URI', () => {
  for (const { registered, requested, isAccepted } of redirectUriSamples) {
    const shown = JSON.stringify(requested.length > 100 ? `${requested.slice(0, 60)}…` : requested)
    test(`${shown} is ${isAccepted ? 'accepted' : 'refused'} where ${registered} is registered`, () => {
      assert.equal(matchesRedirectUri(requested, registered), isAccepted)
    })
  }

  test('that is refused for its spelling cannot be registered', () => {
    const refused = redirectUriSamples.filter(({ isAccepted }) => !isAccepted)
    for (const { requested } of refused)
      assert.equal(matchesRedirectUri(requested, requested), isRedirectUri(requested))
  })

  test('is accepted when any of the registered ones fits, and refused when there is none', () => {
    const registered = ['https://one.example/a', 'https://two.example/b']
    assert.equal(matchesAnyRedirectUri('https://two.example/b', registered), true)
    assert.equal(matchesAnyRedirectUri('https://one.example/b', registered), false)
    assert.equal(matchesAnyRedirectUri('https://one.example/a', []), false)
  })

  test('of thousands of percent signs is decided quickly', { skip: skipsTime }, () => {
    const requested = `https://app.example.com/cb/%${'25'.repeat(4_000)}2e`
    const startedAt = performance.now()
    matchesRedirectUri(requested, 'https://app.example.com/cb')
    assert.ok(performance.now() - startedAt < 500)
  })
})

describe('an accepted redirect URI', () => {
  const registered = ['https://app.example.com/cb', 'http://127.0.0.1:8080', 'http://[::1]:9/x/y']

  test('has scheme, host and port of a registered one, as a browser reads it', () => {
    const origins = new Set(registered.map((uri) => new URL(uri).origin))
    let acceptedCount = 0
    fc.assert(
      fc.property(hostileRedirectUri(registered), (requested) => {
        if (!matchesAnyRedirectUri(requested, registered)) return
        acceptedCount += 1
        assert.ok(origins.has(new URL(requested).origin))
      }),
      { numRuns },
    )
    assert.ok(acceptedCount > numRuns / 100, `only ${acceptedCount} were accepted`)
  })

  test('leads nowhere above its path, however often a server decodes it', () => {
    fc.assert(
      fc.property(hostileRedirectUri(registered), (requested) => {
        if (!matchesAnyRedirectUri(requested, registered)) return
        for (const path of decodings(new URL(requested).pathname)) {
          assert.doesNotMatch(path, /(?:^|[/\\])\.{1,2}(?:$|[/\\;])|[\\\0\r\n]/)
        }
      }),
      { numRuns },
    )
  })
})

/** Returns the path decoded once, twice and so on, as a lenient server does it. */
function decodings(path: string): readonly string[] {
  const decoded = path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded === path ? [path] : [path, ...decodings(decoded)]
}
