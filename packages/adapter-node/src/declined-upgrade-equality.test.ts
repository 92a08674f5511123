import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { dropsWhatFollows, h2c } from '../test/declining-host.js'
import { ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, listen } from '../test/sockets.js'
import { attachRtm } from './attach.js'

interface Message {
  readonly method: string
  readonly version: string
  readonly headers: readonly string[]
  readonly framing: readonly string[]
  readonly body: string
  /** Number of headers before those that ask for the upgrade. */
  readonly before: number
}

const name = fc.constantFrom('X-A', 'x-a', 'Cookie', 'Content-Type', 'TE', 'Trailer', 'Expect')
const separator = fc.constantFrom(': ', ':', ':\t', ':  ', ' : ')
const character = fc.oneof(
  { arbitrary: fc.constantFrom('a', '1', ' ', '"', ',', ';', ':', '\t'), weight: 30 },
  { arbitrary: fc.constantFrom('\xe9', '\xff', '\x80', '\x7f', '\0', '\r', '\n', '\r\n '), weight: 1 },
)
const value = fc.string({ unit: character, maxLength: 8 })
const header = fc.tuple(name, separator, value).map((parts) => parts.join(''))

const chunked = '3\r\nabc\r\n0\r\n\r\n'
type Framing = readonly [headers: readonly string[], body: string]
const framings: readonly Framing[] = [
  [[], ''],
  [['Content-Length: 3'], 'abc'],
  [['Transfer-Encoding: chunked'], chunked],
  [['Transfer-Encoding: chunked'], '3;x=y\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n'],
  [['Content-Length: 3', 'Transfer-Encoding: chunked'], chunked],
]
/** Framings that a strict parser rejects. A lenient one waits for a body that may never come. */
const wrongFramings: readonly Framing[] = [
  [['Content-Length: 3', 'Content-Length: 3'], 'abc'],
  [['Content-Length: 3', 'Content-Length: 30'], 'abc'],
  [['Content-Length: +3'], 'abc'],
  [['Transfer-Encoding: chunked, gzip'], chunked],
  [['Transfer-Encoding: gzip, chunked'], chunked],
  [['Transfer-Encoding : chunked'], chunked],
]

function messageWith(framings: readonly Framing[], mostBefore: number): fc.Arbitrary<Message> {
  return fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
      version: fc.constantFrom('1.1', '1.1', '1.0'),
      headers: fc.array(header, { maxLength: 4 }),
      framing: fc.constantFrom(...framings),
      before: fc.nat(mostBefore),
    })
    .map(({ framing: [framing, body], ...rest }) => ({ ...rest, framing, body }))
}

/** Returns the bytes of the message, followed by a request that ends the connection. */
function bytesOf(
  { method, version, headers, framing, body, before }: Message,
  upgrade: readonly string[],
): Buffer {
  const lines = [...headers.slice(0, before), ...upgrade, ...headers.slice(before), ...framing]
  const head = [`${method} /parley/x?y HTTP/${version}`, 'Host: localhost', ...lines].join('\r\n')
  const last = 'GET /parley/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  return Buffer.from(`${head}\r\n\r\n${body}${last}`, 'latin1')
}

const undated = (responses: string) => responses.replaceAll(/^Date: .*\r\n/gm, '')

for (const insecureHTTPParser of [false, true]) {
  const parser = insecureHTTPParser ? 'lenient' : 'strict'
  // A lenient parser ends the head at a bare line feed, so the headers that ask for the upgrade would come too late.
  const messages = insecureHTTPParser
    ? messageWith(framings, 0)
    : messageWith([...framings, ...wrongFramings], 4)
  test(`to a ${parser} parser a request is the same with the upgrade and without`, {
    skip: dropsWhatFollows,
  }, async () => {
    const server = createServer({ insecureHTTPParser }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, httpVersion, rawHeaders, rawTrailers } = request
        const body = Buffer.concat(chunks).toString('latin1')
        response.end(JSON.stringify({ method, url, httpVersion, rawHeaders, rawTrailers, body }))
      })
    })
    attachRtm(server, new ScriptedEdge())
    after(() => server.close())
    const port = await listen(server)
    const same = fc.asyncProperty(messages, async (asked) => {
      const [upgraded, plain] = [bytesOf(asked, h2c), bytesOf(asked, [])]
      assert.equal(undated(await exchange(port, upgraded)), undated(await exchange(port, plain)))
    })
    await fc.assert(same, { numRuns: 300 })
  })
}
