import assert from 'node:assert/strict'
import { lookup } from 'node:dns'
import { after, before, beforeEach, test } from 'node:test'
import type { Device, PushMessage } from '@parley/core/ports'
import webPushLibrary from 'web-push'
import { certificate } from '../../../test/support/certificate.js'
import { webPush } from '../src/index.js'
import { post } from '../src/post.js'
import { pushAgent } from '../src/push-agent.js'
import { Browser, claimsOf, Receiver } from './receiver.js'

const vapid = { subject: 'mailto:ops@example.com', ...webPushLibrary.generateVAPIDKeys() }
const receiver = new Receiver()
before(() => receiver.start())
beforeEach(() => receiver.received.splice(0))
after(() => receiver.stop())

const service = webPush({ vapid, allowPrivateTargets: true, ca: certificate.cert })
const never = { signal: new AbortController().signal }

const message: PushMessage = {
  ...{ licenseId: 7, agentId: 'ada@example.com', chatId: 'chat', threadId: null, reason: 'event' },
  ...{ title: 'Casey 😀', body: '漢'.repeat(240), eventType: 'message', eventCount: 2 },
}

function device(token: string, platform: Device['platform'] = 'web'): Device {
  const application = { applicationName: null, applicationVersion: null }
  return { agentId: 'ada@example.com', token, platform, isEnabled: true, putAt: 1, ...application }
}

const browserAt = (path: string) => new Browser(`${receiver.origin}${path}`)

test('a message is encrypted for the browser and signed for the push service', async () => {
  const browser = browserAt('/one')
  assert.deepEqual(await service.notify([device(browser.token)], message, never), {
    deadTokens: [],
    failures: [],
  })
  const [received, ...others] = receiver.received
  assert.deepEqual(others, [])
  assert.ok(received)
  const { headers, body } = received
  assert.deepEqual(JSON.parse(browser.decrypt(body)), {
    ...{ title: message.title, body: message.body, reason: 'event' },
    ...{ license_id: 7, agent_id: 'ada@example.com', chat_id: 'chat', thread_id: null },
    ...{ event_type: 'message', event_count: 2 },
  })
  assert.ok(body.length <= 4_096)
  assert.deepEqual([headers['content-encoding'], headers.ttl, headers.urgency], ['aes128gcm', '3600', 'high'])
  const { aud, sub, exp } = claimsOf(headers.authorization, vapid.publicKey)
  assert.deepEqual([aud, sub], [receiver.origin, vapid.subject])
  assert.ok(Number(exp) * 1_000 > Date.now())
})

test('messages of one chat share a topic that does not reveal the chat', async () => {
  const devices = [device(browserAt('/one').token)]
  for (const chatId of ['chat', 'chat', 'other']) await service.notify(devices, { ...message, chatId }, never)
  const [first, second, third] = receiver.received.map(({ headers }) => headers.topic)
  assert.match(String(first), /^[\w-]{32}$/)
  assert.equal(second, first)
  assert.notEqual(third, first)
})

test('notify skips devices of other platforms', async () => {
  const outcome = await service.notify([device('phone', 'ios'), device('phone', 'android')], message, never)
  assert.deepEqual([outcome, receiver.received], [{ deadTokens: [], failures: [] }, []])
})

test('notify returns ended subscriptions as dead, and a failure does not affect other devices', async () => {
  for (const status of [404, 410, 500]) receiver.answers.set(`/${status}`, { status })
  const location = `${receiver.origin}/fine`
  receiver.answers.set('/elsewhere', { status: 307, headers: { location } })
  const paths = ['/404', '/500', '/fine', '/410', '/elsewhere']
  const devices = paths.map((path) => device(browserAt(path).token))
  const { deadTokens, failures = [] } = await service.notify(devices, message, never)
  assert.deepEqual(deadTokens, [devices[0]?.token, devices[3]?.token])
  assert.deepEqual(
    failures.map(String),
    [500, 307].map((status) => `Error: ${receiver.origin} responded with ${status}`),
  )
  assert.deepEqual(receiver.received.map(({ path }) => path).toSorted(), paths.toSorted())
})

test('a token that is no subscription fails alone', async () => {
  const keys = { p256dh: 'short', auth: 'short' }
  const wrong = ['device', '{}', JSON.stringify({ endpoint: `${receiver.origin}/one`, keys })]
  const { failures } = await service.notify(
    wrong.map((token) => device(token)),
    message,
    never,
  )
  assert.equal(failures?.length, wrong.length)
})

test('a long response body is not read to its end', async () => {
  receiver.answers.set('/endless', { status: 201, body: 'x'.repeat(8 * 1_048_576) })
  const browser = browserAt('/endless')
  assert.deepEqual(await service.notify([device(browser.token)], message, never), {
    deadTokens: [],
    failures: [],
  })
})

test('a request to a silent push service ends with the signal', async () => {
  receiver.answers.set('/silent', null)
  const signal = AbortSignal.timeout(50)
  const { failures } = await service.notify([device(browserAt('/silent').token)], message, { signal })
  assert.equal(failures?.length, 1)
})

test('a push service that switches protocols counts as silent', async () => {
  receiver.answers.set('/other', { status: 101 })
  const { failures = [] } = await service.notify([device(browserAt('/other').token)], message, never)
  assert.deepEqual(failures.map(String), [`Error: ${receiver.origin} did not respond`])
})

test('an idle connection is closed, however long the other side would keep it', async () => {
  const agent = pushAgent({ ca: certificate.cert }, 20)
  const ended = receiver.nextEnd()
  const endpoint = new URL(`${receiver.origin}/one`)
  assert.equal(
    await post({ endpoint, headers: {}, body: Buffer.from('x') }, { agent, lookup, ...never }),
    201,
  )
  await ended
})

test('nothing is sent to a private address, whatever the host name', async () => {
  const strict = webPush({ vapid, ca: certificate.cert })
  const { port } = new URL(receiver.origin)
  const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', '2130706433']
  const devices = hosts.map((host) => device(new Browser(`https://${host}:${port}/one`).token))
  const { deadTokens, failures = [] } = await strict.notify(devices, message, never)
  assert.deepEqual([deadTokens, receiver.received], [[], []])
  assert.equal(failures.length, hosts.length)
  for (const failure of failures) assert.match(String(failure), /not.*public/)
})

test('nothing is sent without encryption', async () => {
  const plain = device(new Browser(receiver.origin.replace('https', 'http')).token)
  const { failures = [] } = await service.notify([plain], message, never)
  assert.deepEqual(failures.map(String), [`Error: ${receiver.origin.replace('https', 'http')} is not https`])
})

test('invalid VAPID details throw immediately', () => {
  const wrong = [{ subject: 'ops' }, { publicKey: 'short' }, { privateKey: '' }]
  for (const part of wrong) assert.throws(() => webPush({ vapid: { ...vapid, ...part } }), TypeError)
})
