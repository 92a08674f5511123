import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authentication, validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { customerVersions } from '../../support/world.js'

const page = { url: 'https://shop.example/cart', title: 'Cart', referrer: 'https://search.example/' }

forEachStorage('customer login', (storage) => {
  const suite = useEngine(storage)

  for (const version of customerVersions) {
    describe(`customer ${version}`, () => {
      test('login returns the customer id and a path that serves the static configuration', async () => {
        const customer = await (await suite.world()).customer()
        const connection = await customer.open(version)
        const staticConfigPath = `/customer/${version}/static_config?license_id=${customer.world.licenseId}`
        assert.deepEqual(await connection.call('login', { token: customer.token }), {
          request_id: 'request-1',
          action: 'login',
          type: 'response',
          success: true,
          payload: { customer_id: customer.id, static_config_path: staticConfigPath },
        })
        const { status, body } = await exchange(suite.engine.origin + staticConfigPath, {})
        assert.equal(status, 200)
        assert.deepEqual(body, {
          license_id: customer.world.licenseId,
          version,
          max_text_length: 16_384,
          max_request_bytes: 262_144,
          inactivity_timeout: 60,
        })
      })

      test('login stores the customer details that come with it', async () => {
        const customer = await (await suite.world()).customer({})
        const details = {
          name: 'Kim',
          email: 'kim@example.com',
          fields: { plan: 'gold' },
          monitoring: { page, timezone: 'Europe/Warsaw' },
        }
        const connection = await customer.connect(version, { customer: details })
        const chat = await connection.succeed('start_chat')
        assert.deepEqual(at(chat, 'chat.users'), [
          {
            ...{ id: customer.id, type: 'customer', name: 'Kim', email: 'kim@example.com' },
            ...{ present: true, fields: { plan: 'gold' } },
          },
        ])
        const agent = await (await customer.world.agent('ada')).web()
        const seen = await agent.succeed('get_chat_threads', { chat_id: textAt(chat, 'chat.id') })
        assert.deepEqual(at(seen, 'chat.users.0.monitoring'), {
          current_visit: {
            start: startSeconds,
            pages: [{ start: startSeconds, url: page.url, title: page.title }],
          },
          stats: { visits: 1, threads: 1, page_views: 1, last_visit: startSeconds },
          ...{ referrer: page.referrer, ip: '127.0.0.1', host: '127.0.0.1', user_agent: 'parley-test' },
          geolocation: { timezone: 'Europe/Warsaw' },
        })
      })
    })
  }

  test('login accepts a token with the scheme in front', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const response = await connection.succeed('login', { token: `Bearer ${customer.token}` })
    assert.equal(at(response, 'customer_id'), customer.id)
  })

  test('login refuses an unknown token, and lets the client try again', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    assert.deepEqual(await connection.call('login', { token: 'plc_unknown' }), {
      request_id: 'request-1',
      action: 'login',
      type: 'response',
      success: false,
      payload: { error: authentication },
    })
    await connection.succeed('login', { token: customer.token })
  })

  test('login refuses the token of an agent', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const connection = await customer.open()
    assert.deepEqual(await connection.refuse('login', { token: agent.token }), authentication)
  })

  test('login refuses the token of a customer of another license', async () => {
    const [customer, stranger] = [
      await (await suite.world()).customer(),
      await (await suite.world()).customer(),
    ]
    const connection = await customer.open()
    assert.deepEqual(await connection.refuse('login', { token: stranger.token }), authentication)
  })

  test('login is refused without a token and with details of the wrong type', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const { token } = customer
    assert.deepEqual(await connection.refuse('login'), validation('payload.token is required'))
    assert.deepEqual(
      await connection.refuse('login', { token, customer: { name: 7 } }),
      validation('payload.customer.name must be a string'),
    )
    assert.deepEqual(
      await connection.refuse('login', { token, customer: { monitoring: { page: { title: 'Cart' } } } }),
      validation('payload.customer.monitoring.page.url is required'),
    )
  })

  test('login is not an action of the Web API', async () => {
    const customer = await (await suite.world()).customer()
    assert.deepEqual(
      await customer.web().refuse('login', { token: customer.token }),
      validation('unknown action "login" here: it is an action in real time, at rtm/ws or rtm/sio'),
    )
  })
})
