import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnPath, isSocketIoPath, parseRoute, type Route } from './routes.js'

const atRoot = { customer: '/customer', agent: '/agent', configuration: '/configuration' }
const inChat = { customer: '/chat/customer', agent: '/chat/agent', configuration: '/chat/configuration' }

const customer = { address: { api: 'customer', version: 'v0.5' } } as const
const newest = { address: { api: 'configuration', version: 'v0.5' } } as const
const older = { address: { api: 'configuration', version: 'v0.3' } } as const
const agent = { address: { api: 'agent', version: 'v0.3' } } as const

const routes: readonly (readonly [string, Route])[] = [
  ['/customer/v0.5/action/send_event', { kind: 'action', action: 'send_event', ...customer }],
  ['/agent/v0.3/action/send_event', { kind: 'action', action: 'send_event', ...agent }],
  ['/agent/v0.3/action/%2e%2e', { kind: 'action', action: '%2e%2e', ...agent }],
  ['/customer/v0.5/rtm/ws', { kind: 'rtm', ...customer }],
  ['/customer/v0.5/rtm/sio', { kind: 'rtm', ...customer }],
  ['/customer/v0.5/rtm/sio/', { kind: 'rtm', ...customer }],
  ['/customer/v0.5/static_config', { kind: 'static_config', ...customer }],
  ['/agent/v0.3/static_config', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/action', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/action/', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/action/send_event/', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/action/send/event', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/rtm/ws/', { kind: 'unknown_endpoint' }],
  ['/customer/v0.5/rtm/sio//', { kind: 'unknown_endpoint' }],
  ['/agent/v0.5/action/send_event', { kind: 'unsupported_version', api: 'agent', isRtm: false }],
  ['/customer/v0.6/rtm/ws', { kind: 'unsupported_version', api: 'customer', isRtm: true }],
  ['/customer/V0.5/rtm/ws', { kind: 'unsupported_version', api: 'customer', isRtm: true }],
  ['/customer/constructor/action/x', { kind: 'unsupported_version', api: 'customer', isRtm: false }],
  ['/configuration/v0.5/properties/x', { kind: 'action', action: 'properties/x', ...newest }],
  ['/configuration/v0.3/agents/x', { kind: 'action', action: 'agents/x', ...older }],
  ['/configuration/properties/x', { kind: 'action', action: 'properties/x', ...newest }],
  ['/configuration/constructor/x', { kind: 'action', action: 'constructor/x', ...newest }],
  ['/configuration/v0.5/rtm/ws', { kind: 'action', action: 'rtm/ws', ...newest }],
  ['/configuration/v0.5/x', { kind: 'unknown_endpoint' }],
  ['/configuration/v0.5/a/b/c', { kind: 'unknown_endpoint' }],
  ['/configuration/v0.5//x', { kind: 'unknown_endpoint' }],
  ['/configuration/v0.5/x/', { kind: 'unknown_endpoint' }],
  ['/configuration/v0.5', { kind: 'unknown_endpoint' }],
  ['/configuration/properties', { kind: 'unknown_endpoint' }],
  ['/configuration/v0.6/agents/x', { kind: 'unsupported_version', api: 'configuration', isRtm: false }],
  ['/configuration/v1/rtm/ws', { kind: 'unsupported_version', api: 'configuration', isRtm: false }],
  ['/configuration/', { kind: 'not_found' }],
  ['/', { kind: 'not_found' }],
  ['*', { kind: 'not_found' }],
  ['/customer', { kind: 'not_found' }],
  ['/customer/', { kind: 'not_found' }],
  ['/customers/v0.5/rtm/ws', { kind: 'not_found' }],
  ['/Customer/v0.5/rtm/ws', { kind: 'not_found' }],
  ['//customer/v0.5/rtm/ws', { kind: 'not_found' }],
  ['/other/v0.5/action/x', { kind: 'not_found' }],
]

for (const [path, route] of routes) {
  test(`${path} is ${route.kind}`, () => assert.deepEqual(parseRoute(path, atRoot), route))
}

test('finds only paths with the prefix', () => {
  const route = { kind: 'rtm', ...customer }
  assert.deepEqual(parseRoute('/chat/customer/v0.5/rtm/ws', inChat), route)
  for (const path of ['/customer/v0.5/rtm/ws', '/chatcustomer/v0.5/rtm/ws', '/other/customer/v0.5/rtm/ws']) {
    assert.deepEqual(parseRoute(path, inChat), { kind: 'not_found' })
  }
})

test('only paths under an API prefix belong to Parley', () => {
  for (const path of ['/customer', '/customer/', '/agent/anything', '/configuration/x']) {
    assert.equal(isOwnPath(path, atRoot), true)
    assert.equal(isOwnPath(`/chat${path}`, inChat), true)
    assert.equal(isOwnPath(path, inChat), false)
  }
  for (const path of ['/', '/customers', '/agents/x', '/customer.html', '*', '/chat/customer']) {
    assert.equal(isOwnPath(path, atRoot), false)
  }
})

test('Socket.IO is at rtm/sio of the chat APIs, even in unknown versions', () => {
  for (const path of ['/customer/v0.5/rtm/sio', '/agent/v0.3/rtm/sio/', '/customer/v9/rtm/sio']) {
    assert.equal(isSocketIoPath(path, atRoot), true, path)
    assert.equal(isSocketIoPath(`/chat${path}`, inChat), true, path)
    assert.equal(isSocketIoPath(path, inChat), false, path)
  }
  for (const path of [
    '/customer/v0.5/rtm/ws',
    '/customer/v0.5/rtm/sio/x',
    '/customer/rtm/sio',
    '/customer//rtm/sio',
    '/configuration/v0.5/rtm/sio',
    '/other/v0.5/rtm/sio',
    '/customer',
  ]) {
    assert.equal(isSocketIoPath(path, atRoot), false, path)
  }
})

test('every API can have its own path', () => {
  const paths = { ...atRoot, customer: '/visitors', agent: '/desk/api' }
  assert.deepEqual(parseRoute('/desk/api/v0.3/rtm/ws', paths), { kind: 'rtm', ...agent })
  assert.deepEqual(parseRoute('/agent/v0.3/rtm/ws', paths), { kind: 'not_found' })
})
