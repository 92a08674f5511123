import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAdvice } from './misplaced.js'

function below(basePath: string) {
  const at = (name: string) => `${basePath}/${name}`
  const [auth, files, health] = [at('auth'), at('files'), at('health')]
  return {
    basePath,
    paths: {
      customer: at('customer'),
      agent: at('agent'),
      configuration: at('configuration'),
      auth,
      files,
      health,
    },
  }
}

const atRoot = below('')
const inChat = below('/shop/chat')

test('finds a prefix that baseUrl does not contain', () => {
  for (const [path, prefix] of [
    ['/support/agent/v0.4/action/send_event', '/support'],
    ['/a/b/customer/v0.5/rtm/ws', '/a/b'],
    ['/support/customer/v0.5/static_config', '/support'],
    ['/customers/agent/v0.4', '/customers'],
  ] as const) {
    const advice = `If Parley is mounted at ${prefix}, set the option baseUrl to the address that browsers use, with that path: https://example.com${prefix}`
    assert.equal(findAdvice(path, atRoot), advice)
  }
  assert.match(
    findAdvice('/more/shop/chat/agent/v0.4/rtm/ws', inChat) ?? '',
    /mounted at \/more\/shop\/chat, /,
  )
})

test('reports a prefix that a proxy has cut off', () => {
  for (const path of ['/agent/v0.4/action/send_event', '/customer/v0.5/rtm/ws']) {
    assert.match(findAdvice(path, inChat) ?? '', /^baseUrl names \/shop\/chat, .* must not cut that off/)
  }
})

test('gives no advice for other paths', () => {
  const long = `/${'x'.repeat(200)}/agent/v0.4/action/send_event`
  const others = [
    '',
    '/',
    '*',
    '/agents/v0.4',
    '/support',
    '/support/agent',
    '/support/agent/v0.9/action/x',
    long,
  ]
  for (const path of others) {
    for (const locations of [atRoot, inChat]) assert.equal(findAdvice(path, locations), undefined, path)
  }
})
