import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { after, test } from 'node:test'
import { HostAddresses } from './host-addresses.js'

const nothing = { allowsPrivate: false, hosts: new Set<string>(), ranges: [] }
const loopback = /^(127\.0\.0\.1|::1)$/

test('hosts that the operator names are resolved by the operating system', async () => {
  for (const targets of [
    { ...nothing, hosts: new Set(['localhost']) },
    { ...nothing, allowsPrivate: true },
  ]) {
    const found = await new HostAddresses(targets).resolve('localhost')
    assert.ok(found.length > 0)
    for (const { address, family } of found) {
      assert.match(address, loopback)
      assert.equal(family, address.includes(':') ? 6 : 4)
    }
  }
})

test('other hosts are resolved by name servers, and closing cancels the queries', async () => {
  const asked: string[] = []
  const server = createSocket('udp4')
  const question = new Promise<void>((resolve) => {
    server.on('message', (message) => {
      asked.push(message.toString('latin1'))
      resolve()
    })
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  after(() => server.close())
  const addresses = new HostAddresses(nothing, [`127.0.0.1:${server.address().port}`])
  const found = addresses.resolve('hooks.example')
  const rejected = assert.rejects(found, { code: 'ECANCELLED' })
  await question
  addresses.close()
  await rejected
  assert.ok(asked.some((message) => message.includes('\u0005hooks\u0007example')))
})
