import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'

const list = 'properties/get_property_configs'

forEachStorage('the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const ask = (person: Person, path: string, init: RequestInit = {}) =>
    exchange(`${suite.engine.origin}/configuration/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      ...init,
    })

  test('an action takes the payload itself as the body, and a missing body counts as an empty payload', async () => {
    const ada = await (await suite.world()).agent('ada')
    for (const body of [null, '', '{}', '{"all":false}', '{"all":true}']) {
      assert.equal((await ask(ada, `v0.5/${list}`, { body })).status, 200, String(body))
    }
    for (const [body, detail] of [
      ['[]', 'the request must be a JSON object'],
      ['null', 'the request must be a JSON object'],
      ['{', 'the request is not valid JSON'],
      ['{"all":1}', 'payload.all must be a boolean'],
    ] as const) {
      const { status, body: answer } = await ask(ada, `v0.5/${list}`, { body })
      assert.deepEqual([status, at(answer, 'error')], [400, validation(detail)])
    }
  })

  test('an action refuses a body that wraps the payload, and the error explains it', async () => {
    const ada = await (await suite.world()).agent('ada')
    const reason = 'the body of the Configuration API is the payload itself'
    for (const path of [
      ...['webhooks/register_webhook', 'webhooks/get_webhooks_config', 'webhooks/unregister_webhook'],
      ...['agents/create_bot_agent', 'agents/update_bot_agent', 'agents/remove_bot_agent'],
      ...['agents/get_bot_agents', 'agents/get_bot_agent_details', list],
    ]) {
      const { status, body } = await ask(ada, `v0.5/${path}`, { body: '{"payload":{"id":"x"}}' })
      const error = validation(`payload.payload cannot be set: ${reason}`)
      assert.deepEqual([status, at(body, 'error')], [400, error], path)
    }
  })

  test('an address without a version means v0.5', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const color = { type: 'string', locations: { chat: { access: { agent: { read: true, write: true } } } } }
    const created = await ask(ada, 'properties/create_properties', { body: JSON.stringify({ color }) })
    assert.deepEqual([created.status, created.body], [200, {}])
    const listed = await ask(ada, list)
    assert.deepEqual([listed.status, listed.body], [200, { [world.clientId]: { color } }])
  })

  test('unknown endpoints, and the property actions in v0.3, are refused', async () => {
    const ada = await (await suite.world()).agent('ada')
    for (const [path, detail] of [
      [`v0.3/${list}`, `unknown action "${list}"`],
      ['v0.3/properties/create_properties', 'unknown action "properties/create_properties"'],
      ['v0.5/properties/nothing', 'unknown action "properties/nothing"'],
      ['v0.5/get_property_configs', 'unknown endpoint'],
      ['v0.5/properties/get_property_configs/', 'unknown endpoint'],
      ['v0.5/action/properties/get_property_configs', 'unknown endpoint'],
      ['v0.5/static_config', 'unknown endpoint'],
      ['properties', 'unknown endpoint'],
    ] as const) {
      const { status, body } = await ask(ada, path)
      assert.deepEqual([status, at(body, 'error')], [400, validation(detail)], path)
    }
  })

  test('unknown versions, other methods, and callers that are not agents are refused', async () => {
    const world = await suite.world()
    const [ada, casey] = [await world.agent('ada'), await world.customer()]
    const refusal = async (person: Person, path: string, init?: RequestInit) => {
      const { status, body } = await ask(person, path, init)
      return [status, at(body, 'error.type')]
    }
    assert.deepEqual(await refusal(ada, `v0.6/${list}`), [400, 'unsupported_version'])
    assert.deepEqual(await refusal(ada, `v1/${list}`), [400, 'unsupported_version'])
    assert.deepEqual(await refusal(ada, `v0.5/${list}`, { method: 'PUT' }), [405, 'method_not_allowed'])
    assert.deepEqual(await refusal(casey, `v0.5/${list}`), [401, 'authentication'])
    assert.deepEqual(await refusal(ada, `v0.5/${list}`, { headers: {} }), [401, 'authentication'])
    const preflight = await ask(ada, `v0.5/${list}`, { method: 'OPTIONS' })
    assert.equal(preflight.status, 204)
  })

  test('the Configuration API accepts no connections', async () => {
    const { origin } = suite.engine
    for (const version of ['v0.5', 'v0.6']) {
      const url = `${origin.replace('http', 'ws')}/configuration/${version}/rtm/ws`
      await assert.rejects(RtmClient.open(url), version)
    }
  })

  test('an app of an expired license and a revoked token are refused', async () => {
    const world = await suite.world({ expiresAt: new Date(suite.engine.clock.now() + 1_000) })
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    await suite.engine.parley.admin.tokens.revoke(bob.token)
    assert.equal((await ask(bob, list)).status, 401)
    suite.engine.clock.advance(1_000)
    assert.equal((await ask(ada, list)).status, 402)
  })
})
