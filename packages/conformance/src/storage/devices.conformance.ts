import assert from 'node:assert/strict'
import type { Device } from '@parley/core/ports'
import type { Agent } from '@parley/core/storage'
import { newAgent, newDevice, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const keepCount = 20

async function givenAgents({ write, license }: StorageContext): Promise<void> {
  await write(async (tx) => {
    for (const id of ['one', 'two']) await tx.agents.insert(newAgent(license, id))
  })
}

const tokensOf = (devices: readonly Device[]) => devices.map(({ token }) => token)

export function deviceCases(cases: StorageCases): void {
  storingCases(cases)
  choiceCases(cases)
  boundCases(cases)
  notifiedCases(cases)
  endingCases(cases)
}

function storingCases(cases: StorageCases): void {
  cases.add('answers every field as it was stored, the last one that was put first', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    const subscription = JSON.stringify({ endpoint: 'https://push.example.com/', padding: 'x'.repeat(1_900) })
    const devices = [
      newDevice('one', 'tablet', { platform: 'android', isEnabled: false, putAt: 1_767_225_600_123 }),
      newDevice('one', subscription, { platform: 'web', applicationName: 'Desk', putAt: 3_000 }),
      newDevice('one', 'phone', { applicationName: '', applicationVersion: '1.2', putAt: 1_000 }),
    ]
    for (const device of devices.toReversed()) {
      assert.equal(await write((tx) => tx.agents.putDevice(device, keepCount)), true)
    }
    assert.deepEqual(await read.agents.listDevices('one'), devices)
    assert.deepEqual(await read.agents.listDevices('two'), [])
    assert.deepEqual(await read.agents.listDevices('nobody'), [])
  })

  cases.add('takes a device from the agent who had it', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    const application = { applicationName: 'Desk', applicationVersion: '1' }
    await write((tx) => tx.agents.putDevice(newDevice('one', 'device', application), keepCount))
    const moved = newDevice('two', 'device', { platform: 'android', putAt: 1_000 })
    await write((tx) => tx.agents.putDevice(moved, keepCount))
    assert.deepEqual(await read.agents.listDevices('one'), [])
    assert.deepEqual(await read.agents.listDevices('two'), [moved])
  })

  cases.add('changes nothing when a device is stored again with the same values', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    const device = newDevice('one', 'device')
    for (let time = 0; time < 2; time += 1) {
      await write((tx) => tx.agents.putDevice(device, keepCount))
      assert.deepEqual(await read.agents.listDevices('one'), [device])
    }
  })

  cases.add('keeps the application of a device when none is given', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    const known = newDevice('one', 'device', { applicationName: 'Desk', applicationVersion: '1' })
    await write((tx) => tx.agents.putDevice(known, keepCount))
    await write((tx) => tx.agents.putDevice(newDevice('one', 'device', { isEnabled: false }), keepCount))
    assert.deepEqual(await read.agents.listDevices('one'), [{ ...known, isEnabled: false }])
    const newer = newDevice('one', 'device', { applicationVersion: '2' })
    await write((tx) => tx.agents.putDevice(newer, keepCount))
    assert.deepEqual(await read.agents.listDevices('one'), [{ ...known, applicationVersion: '2' }])
  })

  cases.add('stores no device of an unknown agent', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    await write((tx) => tx.agents.putDevice(newDevice('one', 'device'), keepCount))
    await write((tx) => tx.agents.remove('two', 3_000))
    for (const nobody of ['two', 'nobody']) {
      assert.equal(await write((tx) => tx.agents.putDevice(newDevice(nobody, 'device'), keepCount)), false)
      assert.deepEqual(await read.agents.listDevices(nobody), [])
    }
    assert.deepEqual(tokensOf(await read.agents.listDevices('one')), ['device'])
  })
}

function choiceCases(cases: StorageCases): void {
  cases.add('keeps whether the agent wants notifications on the device', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    for (const isEnabled of [false, true]) {
      await write((tx) => tx.agents.putDevice(newDevice('one', 'device', { isEnabled }), keepCount))
      await write((tx) => tx.agents.putDevice(newDevice('one', 'device', { isEnabled: 'keep' }), keepCount))
      assert.deepEqual(await read.agents.listDevices('one'), [newDevice('one', 'device', { isEnabled })])
    }
  })

  cases.add('enables a device that the agent did not have', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    await write((tx) => tx.agents.putDevice(newDevice('one', 'new', { isEnabled: 'keep' }), keepCount))
    assert.deepEqual(await read.agents.listDevices('one'), [newDevice('one', 'new')])
    await write((tx) => tx.agents.putDevice(newDevice('one', 'new', { isEnabled: false }), keepCount))
    await write((tx) => tx.agents.putDevice(newDevice('two', 'new', { isEnabled: 'keep' }), keepCount))
    assert.deepEqual(await read.agents.listDevices('two'), [newDevice('two', 'new')])
  })
}

function boundCases(cases: StorageCases): void {
  cases.add('drops the devices of the agent beyond the limit, those stored longest ago', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    await write((tx) => tx.agents.putDevice(newDevice('two', 'other', { putAt: 0 }), keepCount))
    for (const n of upTo(4)) {
      await write((tx) => tx.agents.putDevice(newDevice('one', `device ${n}`, { putAt: n }), 3))
    }
    assert.deepEqual(tokensOf(await read.agents.listDevices('one')), ['device 4', 'device 3', 'device 2'])
    await write((tx) => tx.agents.putDevice(newDevice('one', 'device 2', { putAt: 5 }), 3))
    await write((tx) => tx.agents.putDevice(newDevice('one', 'device 6', { putAt: 6 }), 3))
    assert.deepEqual(tokensOf(await read.agents.listDevices('one')), ['device 6', 'device 2', 'device 4'])
    assert.deepEqual(tokensOf(await read.agents.listDevices('two')), ['other'])
  })

  cases.add('keeps the device that is put, however long ago the clock says that is', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    for (const putAt of [3_000, 2_000, 1_000]) {
      await write((tx) => tx.agents.putDevice(newDevice('one', `at ${putAt}`, { putAt }), 1))
      assert.deepEqual(tokensOf(await read.agents.listDevices('one')), [`at ${putAt}`])
    }
  })
}

function notifiedCases(cases: StorageCases): void {
  cases.add(
    "lists the enabled devices of several agents, each agent's latest device first",
    async (context) => {
      const { read, write } = context
      await givenAgents(context)
      const [older, newer] = [
        newDevice('one', 'older', { putAt: 1_000 }),
        newDevice('one', 'newer', { putAt: 2_000 }),
      ]
      const other = newDevice('two', 'other', { platform: 'web', applicationName: 'Desk' })
      const disabled = newDevice('two', 'disabled', { isEnabled: false })
      for (const device of [older, newer, other, disabled]) {
        await write((tx) => tx.agents.putDevice(device, keepCount))
      }
      const listed = await read.agents.listDevicesToNotify(['two', 'one', 'one', 'nobody'])
      const of = (id: string) => listed.filter(({ agentId }) => agentId === id)
      assert.deepEqual([of('one'), of('two')], [[newer, older], [other]])
      assert.equal(listed.length, 3)
      assert.deepEqual(await read.agents.listDevicesToNotify(['two']), [other])
      assert.deepEqual(await read.agents.listDevicesToNotify([]), [])
    },
  )

  cases.add('lists devices to notify of no agent who is connected, until they are not', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    const device = newDevice('one', 'device')
    await write((tx) => tx.agents.putDevice(device, keepCount))
    const logIn = (onlineUntil: Agent['onlineUntil']) =>
      write((tx) => tx.agents.logIn('one', { routingStatus: 'keep', onlineUntil }))
    await logIn('forever')
    assert.deepEqual(await read.agents.listDevicesToNotify(['one', 'two']), [])
    for (const onlineUntil of [1_767_225_600_000, 0]) {
      await logIn(onlineUntil)
      assert.deepEqual(await read.agents.listDevicesToNotify(['one', 'two']), [device])
    }
  })
}

function endingCases(cases: StorageCases): void {
  cases.add('removes one device of an agent, and none that another agent has', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    for (const token of ['phone', 'tablet']) {
      await write((tx) => tx.agents.putDevice(newDevice('one', token), keepCount))
    }
    await write((tx) => tx.agents.removeDevice('one', 'phone'))
    await write((tx) => tx.agents.removeDevice('two', 'tablet'))
    await write((tx) => tx.agents.removeDevice('one', 'unknown'))
    assert.deepEqual(tokensOf(await read.agents.listDevices('one')), ['tablet'])
  })

  cases.add('removes all devices of an agent, and of no other', async (context) => {
    const { read, write } = context
    await givenAgents(context)
    await write(async (tx) => {
      for (const token of ['phone', 'tablet']) await tx.agents.putDevice(newDevice('one', token), keepCount)
      await tx.agents.putDevice(newDevice('two', 'other'), keepCount)
    })
    await write((tx) => tx.agents.removeDevices('one'))
    assert.deepEqual(await read.agents.listDevices('one'), [])
    assert.deepEqual(tokensOf(await read.agents.listDevices('two')), ['other'])
  })

  cases.add('an agent who is being removed gets no new device', async (context) => {
    const { read, write, license } = context
    await givenAgents(context)
    const [isPut] = await Promise.all([
      write((tx) => tx.agents.putDevice(newDevice('one', 'device'), keepCount)),
      write((tx) => tx.agents.remove('one', 3_000)),
    ])
    assert.equal(typeof isPut, 'boolean')
    await write((tx) => tx.agents.insert(newAgent(license, 'one')))
    assert.deepEqual(await read.agents.listDevices('one'), [])
  })
}
