import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { defineAction, type Transport } from '../contract/define.js'
import type { ApiVersion } from '../contract/versions.js'
import { Catalog } from './catalog.js'
import { handle } from './handle.js'

function action(name: string, versions: readonly ApiVersion<'agent'>[], transports: readonly Transport[]) {
  const shape = { summary: 'Does it.', request: Type.Object({}), response: Type.Object({}), scopes: [] }
  const head = { api: 'agent', spec: 'decisions §9', ...shape } as const
  return handle(defineAction({ ...head, name, versions, transports }), async () => ({}))
}

test('finds an action by API, version and name', () => {
  const older = action('start_chat', ['v0.3'], ['web', 'rtm'])
  const newer = action('start_chat', ['v0.4'], ['web', 'rtm'])
  const catalog = new Catalog([older, newer])
  assert.equal(catalog.find('agent', 'v0.3', 'start_chat', 'web'), older)
  assert.equal(catalog.find('agent', 'v0.4', 'start_chat', 'web'), newer)
})

test('refuses an unknown API, version or action name', () => {
  const catalog = new Catalog([action('start_chat', ['v0.4'], ['web'])])
  const unknown = /unknown action "start_chat"$/
  assert.throws(() => catalog.find('customer', 'v0.4', 'start_chat', 'web'), unknown)
  assert.throws(() => catalog.find('agent', 'v0.3', 'start_chat', 'web'), unknown)
  for (const name of ['start', 'Start_chat', '', 'constructor', '__proto__']) {
    assert.throws(() => catalog.find('agent', 'v0.4', name, 'web'), new RegExp(`unknown action "${name}"$`))
  }
})

test('serves an action only on its transports, and in process like the Web API', () => {
  const overRtm = action('login', ['v0.4'], ['rtm'])
  const overWeb = action('upload_image', ['v0.4'], ['web'])
  const catalog = new Catalog([overRtm, overWeb])
  assert.equal(catalog.find('agent', 'v0.4', 'login', 'rtm'), overRtm)
  const inRealTime = /unknown action "login" here: it is an action in real time, at rtm\/ws or rtm\/sio$/
  assert.throws(() => catalog.find('agent', 'v0.4', 'login', 'web'), inRealTime)
  assert.throws(() => catalog.find('agent', 'v0.4', 'login', 'in-process'), inRealTime)
  assert.equal(catalog.find('agent', 'v0.4', 'upload_image', 'in-process'), overWeb)
  const overHttp = /unknown action "upload_image" here: it is an action over HTTP, as a POST with a form$/
  assert.throws(() => catalog.find('agent', 'v0.4', 'upload_image', 'rtm'), overHttp)
})

test('throws when two actions have the same name and version', () => {
  const actions = [action('start_chat', ['v0.3', 'v0.4'], ['web']), action('start_chat', ['v0.4'], ['web'])]
  assert.throws(() => new Catalog(actions), new TypeError('Two actions serve agent/v0.4/start_chat'))
})
