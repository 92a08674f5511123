import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Case } from './case.js'
import { closings } from './cases/closing.js'
import { fragmentation } from './cases/fragmentation.js'
import { framing } from './cases/framing.js'
import { limits } from './cases/limits.js'
import { pings } from './cases/pings.js'
import { reserved } from './cases/reserved.js'
import { utf8 } from './cases/utf8.js'
import { type EchoServer, startEchoServer } from './echo-server.js'
import { encodeFrame } from './frames.js'
import { type ParleyServer, startParley, target } from './parley-server.js'
import { Peer } from './peer.js'
import { runCase, type Verdict } from './play.js'
import { protocolError, textFrame } from './steps.js'

// Plays the cases of the Autobahn testsuite for servers (https://github.com/crossbario/autobahn-testsuite), under
// their numbers there, with a websocket client that works directly on sockets. Each case is also played against a
// plain `ws` server: Parley has to pass every case that `ws` passes, and be strict wherever `ws` is. Parley echoes
// nothing; `parley-server.ts` explains how it shows what it received. Parley's messages are limited in size, so some
// cases use smaller ones than the testsuite (`cases/limits.ts`).

const groups: Readonly<Record<string, readonly Case[]>> = {
  ...{ '1: framing': framing, '2: pings and pongs': pings, '3 and 4: reserved bits and opcodes': reserved },
  ...{ '5: fragments': fragmentation, '6: UTF-8': utf8, '7: closing': closings, '9 and 10: limits': limits },
}
const rank = { failed: 0, lax: 1, ok: 2 } as const

describe('the Autobahn cases for servers', () => {
  let parley: ParleyServer
  let echo: EchoServer
  before(async () => {
    parley = await startParley()
    echo = await startEchoServer()
  })
  after(async () => {
    assert.deepEqual(parley.world.errors, [])
    await parley.world.close()
    echo.close()
  })

  for (const [group, cases] of Object.entries(groups)) {
    test(`${group}: Parley passes what plain ws passes`, async (context) => {
      const worse: string[] = []
      const counts = { failed: 0, lax: 0, ok: 0 }
      for (const played of cases) {
        const [own, plain] = await Promise.all([
          runCase(parley.subject, played),
          runCase(echo.subject, played),
        ])
        counts[own.kind] += 1
        const named = (verdict: Verdict) => (verdict.kind === 'failed' ? verdict.why : verdict.kind)
        if (rank[own.kind] < rank[plain.kind]) {
          worse.push(`${played.id} ${played.description}: ${named(own)}; ws: ${named(plain)}`)
        }
        // A case that even the plain `ws` server fails would be a mistake in the case.
        assert.notEqual(plain.kind, 'failed', `${played.id} ${played.description}: ${named(plain)}`)
      }
      context.diagnostic(`${cases.length} cases: ${counts.ok} passed, ${counts.lax} not strictly`)
      assert.deepEqual(worse, [])
    })
  }

  test('12 and 13: compression is not negotiated for any offer, and compressed frames are refused', async () => {
    for (const offer of [
      'permessage-deflate',
      'permessage-deflate; client_max_window_bits',
      'permessage-deflate; client_no_context_takeover; server_no_context_takeover',
      'permessage-deflate; server_max_window_bits=9, permessage-deflate',
      'x-webkit-deflate-frame',
    ]) {
      for (const [port, path] of [
        [parley.world.server.port, target],
        [echo.port, '/'],
      ] as const) {
        const peer = await Peer.open(port, path, [['Sec-WebSocket-Extensions', offer]])
        assert.match(peer.handshake, /^HTTP\/1\.1 101 /, offer)
        assert.doesNotMatch(peer.handshake, /sec-websocket-extensions/i, offer)
        await peer.write(encodeFrame(textFrame('compressed, as its first reserved bit says', 4)))
        await peer.waitForEnd()
        assert.equal(peer.closeCode, protocolError, offer)
      }
    }
  })
})

test('the list has each of the 301 cases of the testsuite, without those for compression, once', () => {
  const ids = Object.values(groups).flatMap((cases) => cases.map(({ id }) => id))
  assert.equal(ids.length, 301)
  assert.equal(new Set(ids).size, 301)
})

test('a server that does not check UTF-8 fails every case of invalid text', async (context) => {
  const lax = await startEchoServer({ skipUTF8Validation: true })
  context.after(() => lax.close())
  for (const played of utf8.filter(({ end, failsFast }) => end.by === 'server' && failsFast !== true)) {
    const { kind } = await runCase(lax.subject, played)
    assert.equal(kind, 'failed', `${played.id} ${played.description}`)
  }
})

test('a server that accepts short messages only fails every case of a long message', async (context) => {
  const short = await startEchoServer({ maxPayload: 125 })
  context.after(() => short.close())
  for (const played of framing) {
    const isLong = played.steps.some((step) => step.kind === 'sized' && step.bytes > 125)
    assert.equal((await runCase(short.subject, played)).kind, isLong ? 'failed' : 'ok', played.id)
  }
})
