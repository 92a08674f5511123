import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, type Person } from '../../support/world.js'

const subscription = JSON.stringify({
  endpoint: 'https://push.example.com/send/abc',
  keys: { p256dh: 'BIPUL12DLfytvTajnryr2PRdAgXS3HGK', auth: 'FPssNDTKnInHVndSTdbKFw' },
})
const phone = { push_service_token: 'phone', platform: 'ios' }
const path = 'payload.push_service_token'

forEachStorage('devices of agents', (storage) => {
  const suite = useEngine(storage, { limits: { devicesPerAgent: 3, passwordCostLog2: 10 } })
  const devicesOf = async ({ id: agentId }: Pick<Person, 'id'>) =>
    (await suite.engine.parley.admin.agents.listDevices({ agentId })).items
  const tokensOf = async (agent: Person) => (await devicesOf(agent)).map(({ token }) => token)
  /** Creates an agent with a phone whose push token is unique, because a token belongs to one agent. */
  const setUp = async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    return { world, agent, device: { ...phone, push_service_token: `phone of ${agent.id}` } }
  }

  forEachTransport('agent', (transport, version) => {
    test('change_push_notifications enables and disables a device, with an empty response', async () => {
      const { agent, device } = await setUp()
      const caller = await agent.via(transport, version)
      for (const enabled of [true, false, false, true]) {
        assert.deepEqual(await caller.succeed('change_push_notifications', { ...device, enabled }), {})
        assert.deepEqual(await devicesOf(agent), [
          {
            ...{ agentId: agent.id, token: device.push_service_token, platform: 'ios', isEnabled: enabled },
            ...{
              applicationName: null,
              applicationVersion: null,
              lastSeenAt: new Date(suite.engine.clock.now()),
            },
          },
        ])
      }
    })

    test('change_push_notifications pushes nothing', async () => {
      const { world, agent, device } = await setUp()
      const desk = await (await world.agent('bob')).connect()
      const caller = await agent.via(transport, version)
      await caller.succeed('change_push_notifications', { ...device, enabled: true })
      assert.deepEqual(await desk.pushes(), [])
    })

    test('change_push_notifications needs no scope', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: [] })
      const caller = await agent.via(transport, version)
      const device = { ...phone, push_service_token: `unscoped ${agent.id}` }
      await caller.succeed('change_push_notifications', { ...device, enabled: true })
    })

    test('change_push_notifications refuses an invalid device, and stores nothing', async () => {
      const { agent, device } = await setUp()
      const caller = await agent.via(transport, version)
      const platforms = version === 'v0.3' ? 'ios, android' : 'ios, android, web'
      const wrong: readonly (readonly [payload: object, detail: string])[] = [
        [{ platform: 'ios', enabled: true }, `${path} is required`],
        [{ ...device, enabled: true, platform: undefined }, 'payload.platform is required'],
        [device, 'payload.enabled is required'],
        [{ ...device, enabled: 'yes' }, 'payload.enabled must be a boolean'],
        [{ ...device, push_service_token: '', enabled: true }, `${path} must not be empty`],
        [{ ...device, push_service_token: 7, enabled: true }, `${path} must be a string`],
        [
          { ...device, push_service_token: 'x'.repeat(513), enabled: true },
          `${path} must have at most 512 characters`,
        ],
        [{ ...device, platform: 'symbian', enabled: true }, `payload.platform must be one of ${platforms}`],
      ]
      for (const [payload, detail] of wrong) {
        assert.deepEqual(await caller.refuse('change_push_notifications', payload), validation(detail))
      }
      assert.deepEqual(await devicesOf(agent), [])
    })
  })

  describe('platform web', () => {
    const web = { push_service_token: subscription, platform: 'web', enabled: true }

    test('change_push_notifications accepts the push subscription of a browser in v0.4', async () => {
      const { agent } = await setUp()
      await agent.web('v0.4').succeed('change_push_notifications', web)
      const [device] = await devicesOf(agent)
      assert.deepEqual([device?.platform, device?.token], ['web', subscription])
    })

    test('platform web is refused in v0.3', async () => {
      const { agent } = await setUp()
      const detail = 'payload.platform must be one of ios, android'
      const short = { ...web, push_service_token: 'short' }
      assert.deepEqual(await agent.web('v0.3').refuse('change_push_notifications', short), validation(detail))
      const connection = await agent.open('v0.3')
      const push_notifications = { platform: 'web' }
      assert.deepEqual(
        await connection.refuse('login', { token: agent.token, push_notifications }),
        validation('payload.push_notifications.platform must be one of ios, android'),
      )
    })

    test('platform web accepts only push subscriptions', async () => {
      const { agent } = await setUp()
      const caller = agent.web()
      const detail = 'must be a push subscription as JSON: an https endpoint, and keys p256dh and auth'
      for (const token of ['phone', '{}', subscription.replace('https:', 'http:')]) {
        assert.deepEqual(
          await caller.refuse('change_push_notifications', { ...web, push_service_token: token }),
          validation(`${path} ${detail}`),
        )
      }
      const connection = await agent.open()
      const push_notifications = { push_service_token: 'phone', platform: 'web' }
      assert.deepEqual(
        await connection.refuse('login', { token: agent.token, push_notifications }),
        validation(`payload.push_notifications.push_service_token ${detail}`),
      )
      assert.deepEqual(await devicesOf(agent), [])
    })
  })

  for (const version of agentVersions) {
    describe(`login over ${version}`, () => {
      test('login stores the device with the name of the application', async () => {
        const { agent, device } = await setUp()
        await agent.connect(version, {
          push_notifications: device,
          application: { name: 'Desk', version: '1.0' },
        })
        assert.deepEqual(await devicesOf(agent), [
          {
            ...{ agentId: agent.id, token: device.push_service_token, platform: 'ios', isEnabled: true },
            ...{
              applicationName: 'Desk',
              applicationVersion: '1.0',
              lastSeenAt: new Date(suite.engine.clock.now()),
            },
          },
        ])
      })

      test('login updates the stored device with the same token, and keeps whether it is enabled', async () => {
        const { agent, device } = await setUp()
        const first = await agent.connect(version, {
          push_notifications: device,
          application: { name: 'Desk' },
        })
        await first.succeed('change_push_notifications', { ...device, enabled: false })
        await agent.connect(version, {
          push_notifications: device,
          application: { version: '1.1' },
        })
        const [known, ...others] = await devicesOf(agent)
        assert.deepEqual(others, [])
        assert.deepEqual(
          [known?.isEnabled, known?.applicationName, known?.applicationVersion],
          [false, 'Desk', '1.1'],
        )
      })

      test('login takes the device over from another agent, and enables it', async () => {
        const { world, agent, device } = await setUp()
        const other = await world.agent('bob')
        await agent.web(version).succeed('change_push_notifications', { ...device, enabled: false })
        await other.connect(version, { push_notifications: device })
        assert.deepEqual(await devicesOf(agent), [])
        const [taken] = await devicesOf(other)
        assert.deepEqual([taken?.token, taken?.isEnabled], [device.push_service_token, true])
      })

      test('login stores no device when the token of the push service is missing', async () => {
        const { agent } = await setUp()
        await agent.connect(version, { push_notifications: { platform: 'android' } })
        await agent.connect(version, { application: { name: 'Desk' } })
        assert.deepEqual(await devicesOf(agent), [])
      })
    })
  }

  describe('an agent', () => {
    test('an agent has a limited number of devices, and the least recently used one is removed', async () => {
      const { agent } = await setUp()
      const name = (count: number) => `device ${count} of ${agent.id}`
      const put = async (count: number) => {
        suite.engine.clock.stepWallClock(1)
        const device = { ...phone, push_service_token: name(count), enabled: false }
        await agent.web().succeed('change_push_notifications', device)
      }
      for (const count of [1, 2, 3]) await put(count)
      await put(1)
      await put(4)
      assert.deepEqual(await tokensOf(agent), [name(4), name(1), name(3)])
    })

    test('an agent loses all devices after a logout by the host, a new password, or removal', async () => {
      const { agents, tokens } = suite.engine.parley.admin
      const { world, agent, device } = await setUp()
      const put = async () => {
        const { licenseId, clientId } = world
        const { accessToken } = await tokens.createForAgent({ licenseId, clientId, agentId: agent.id })
        const connection = await agent.open()
        await connection.succeed('login', { token: accessToken, push_notifications: device })
        assert.deepEqual(await tokensOf(agent), [device.push_service_token])
      }
      for (const end of [
        () => agents.logOut(agent.id),
        () => agents.setPassword(agent.id, 'a new password'),
        () => agents.delete(agent.id),
      ]) {
        await put()
        await end()
        assert.deepEqual(await devicesOf(agent), [])
      }
    })

    test('an agent keeps its devices when a connection ends', async () => {
      const { agent, device } = await setUp()
      const connection = await agent.connect('v0.4', { push_notifications: device })
      await connection.close()
      assert.deepEqual(await tokensOf(agent), [device.push_service_token])
    })

    test('an agent that does not exist has no devices', async () => {
      assert.deepEqual(await devicesOf({ id: 'nobody' }), [])
    })
  })
})
