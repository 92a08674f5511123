import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { after, test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { VirtualClock } from '@parley/core/testing'
import { Sender } from '../../packages/core/src/webhooks/sender.js'
import { certificate } from '../support/certificate.js'

test('TLS connections send the host name and refuse untrusted certificates', async () => {
  const names: string[] = []
  const context = createSecureContext(certificate)
  const server = createServer(
    {
      ...certificate,
      SNICallback: (name, use) => {
        names.push(name)
        use(null, context)
      },
    },
    () => assert.fail('the delivery was accepted'),
  )
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address !== 'string')
  const sender = new Sender({
    clock: new VirtualClock(0),
    targets: { allowsPrivate: true, hosts: new Set(), ranges: [] },
    timeoutMs: 10_000,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  after(() => sender.close())
  const post = sender.post({ url: `https://hooks.example:${address.port}/`, headers: {}, body: '' })
  await assert.rejects(post, { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  assert.deepEqual(names, ['hooks.example'])
})
