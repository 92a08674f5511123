import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { internalSpellings } from '../../test/internal-spellings.js'
import { type Receiver, receiver } from '../../test/receiver.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { parseRange } from '../domain/addresses.js'
import { guardedConnector } from './guarded-connector.js'
import type { HostAddress, ResolveHost } from './host-addresses.js'
import { Sender } from './sender.js'

const refused = /has no address that webhooks may go to/
const nothing = { allowsPrivate: false, hosts: new Set<string>(), ranges: [] }

/** Returns a receiver that listens on every address of this machine. */
function everywhere(): Promise<Receiver> {
  return receiver((_, response) => response.end(), '::')
}

test('the connector refuses every spelling of an internal address', async () => {
  const { port, connectionCount } = await everywhere()
  // Resolves a host like a name server that returns the host itself as its address.
  const resolve: ResolveHost = async (host) => [{ address: host, family: host.includes(':') ? 6 : 4 }]
  const sender = new Sender({ clock: new VirtualClock(0), targets: nothing, timeoutMs: 10_000, resolve })
  after(() => sender.close())
  const spellings = internalSpellings()
  assert.ok(spellings.length >= 300, `${spellings.length} spellings`)
  for (const host of spellings) {
    const post = sender.post({ url: `http://${host}:${port}/`, headers: {}, body: '' })
    await assert.rejects(
      post,
      (cause: Error) => refused.test(cause.message) || /Invalid URL/.test(cause.message),
      host,
    )
  }
  assert.equal(connectionCount(), 0)
})

test('the connector reaches the same spellings when all addresses are allowed', async () => {
  const { port, connectionCount } = await everywhere()
  const targets = { ...nothing, allowsPrivate: true }
  const sender = new Sender({ clock: new VirtualClock(0), targets, timeoutMs: 10_000 })
  after(() => sender.close())
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1.',
    '１２７.0.0.1',
    'a:b@127.1',
    '[::ffff:7f00:1]',
  ]
  for (const host of hosts) {
    assert.equal(
      (await sender.post({ url: `http://${host}:${port}/`, headers: {}, body: '' })).status,
      200,
      host,
    )
  }
  assert.ok(connectionCount() > 0)
})

const allowed: HostAddress = { address: '127.0.0.1', family: 4 }
const others: readonly HostAddress[] = [
  ...['127.0.0.2', '127.1.2.3', '0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.0.1', '100.64.0.1'].map(
    (address) => ({ address, family: 4 }) as const,
  ),
  ...['::1', '::ffff:127.0.0.2', '::', 'fe80::1', 'fd00::1', '64:ff9b::7f00:2', '::127.0.0.2'].map(
    (address) => ({ address, family: 6 }) as const,
  ),
]

test('the connector never connects to a forbidden address when a resolver changes its results', async () => {
  const { port, server } = await everywhere()
  const reached = new Map<string, number>()
  server.on('connection', ({ localAddress = '' }: Socket) => {
    reached.set(localAddress, (reached.get(localAddress) ?? 0) + 1)
  })
  const range = parseRange(allowed.address)
  assert.ok(range)
  let answer: readonly HostAddress[] = []
  const connect = guardedConnector({
    targets: { ...nothing, ranges: [range] },
    resolve: async () => answer,
    timeoutMs: 10_000,
    floods: { watch: () => undefined },
  })
  const host = 'changes.example'
  const open = () =>
    new Promise<boolean>((resolve, reject) => {
      connect({ hostname: host, host, protocol: 'http:', port: String(port) }, (cause, socket) => {
        socket?.destroy()
        if (cause === null) resolve(true)
        else if (refused.test(cause.message)) resolve(false)
        else reject(cause)
      })
    })
  const answers = fc.array(fc.constantFrom(allowed, ...others), { maxLength: 4 })
  for (answer of fc.sample(answers, { numRuns: 10_000, seed: 7 })) {
    assert.equal(await open(), answer.includes(allowed))
  }
  assert.deepEqual([...reached.keys()], ['::ffff:127.0.0.1'])
  assert.ok((reached.get('::ffff:127.0.0.1') ?? 0) > 500)
})
