import type { Device } from '@parley/core/ports'
import type { Agent, AgentReads, AgentWrites, PutDevice } from '@parley/core/storage'
import { departBotsByToken } from './bots.js'
import { isLoggedIn } from './logged-in.js'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const agentReads = (run: Run): AgentReads => ({
  get: (agentId) => run(({ agents }) => agents.get(agentId)),
  getByExternalId: (licenseId, externalId) => run((tables) => holderOf(tables, licenseId, externalId)),
  getPasswordHash: (agentId) =>
    run(({ agents, passwords }) => agents.get(agentId) && (passwords.get(agentId)?.hash ?? null)),
  listByIds: (licenseId, agentIds) =>
    run(({ agents }) => {
      const found = [...new Set(agentIds)].flatMap((agentId) => agents.get(agentId) ?? [])
      return found.filter((agent) => agent.licenseId === licenseId)
    }),
  list: (licenseId, limit, after = '') =>
    run(({ agents }) => {
      const ofLicense = agents.rows((agent) => agent.licenseId === licenseId && agent.id > after)
      return sorted(ofLicense, ({ id }) => [0, id]).slice(0, limit)
    }),
  listDevices: (agentId) => run((tables) => devicesOf(tables, agentId)),
  listDevicesToNotify: (agentIds) =>
    run((tables) => {
      const away = [...new Set(agentIds)].filter(
        (agentId) => tables.agents.get(agentId)?.onlineUntil !== 'forever',
      )
      return away.flatMap((agentId) => devicesOf(tables, agentId).filter(({ isEnabled }) => isEnabled))
    }),
})

export const agentWrites = (run: Run): AgentWrites => ({
  insert: (agent) =>
    run((tables) => {
      const { agents, formerAgents } = tables
      if (isTaken(tables, agent)) return 'duplicate'
      const licenseId = (agents.get(agent.id) ?? formerAgents.get(agent.id))?.licenseId
      if (agents.get(agent.id) || (licenseId ?? agent.licenseId) !== agent.licenseId) return 'duplicate'
      formerAgents.delete(agent.id)
      agents.insert(agent.id, agent)
      return 'inserted'
    }),
  setExternalId: ({ id, licenseId }, externalId) =>
    run((tables) => {
      if (isTaken(tables, { id, licenseId, externalId })) return 'duplicate'
      tables.agents.patch(id, { externalId })
      return 'written'
    }),
  update: (agentId, changes) => run(({ agents }) => agents.patch(agentId, changes)),
  logIn: (agentId, { routingStatus, onlineUntil }) =>
    run(({ agents }) =>
      agents.patch(agentId, routingStatus === 'keep' ? { onlineUntil } : { routingStatus, onlineUntil }),
    ),
  setRoutingStatusIfOnline: (agentId, routingStatus, now) =>
    run(({ agents }) => {
      const agent = agents.get(agentId)
      return agent !== undefined && isLoggedIn(agent, now)
        ? agents.patch(agentId, { routingStatus })
        : undefined
    }),
  setPasswordHash: (agentId, hash) =>
    run(({ agents, passwords }) => {
      if (agents.get(agentId) === undefined) return false
      if (hash === null) passwords.delete(agentId)
      else passwords.put(agentId, { hash })
      return true
    }),
  replacePasswordHash: (agentId, from, to) =>
    run(({ passwords }) => {
      const isCurrent = passwords.get(agentId)?.hash === from
      if (isCurrent) passwords.put(agentId, { hash: to })
      return isCurrent
    }),
  remove: (agentId) =>
    run((tables) => {
      const { agents, formerAgents, passwords, assignments, bots } = tables
      const { tokens, codes, signIns, devices, connections } = tables
      const agent = agents.delete(agentId)
      if (agent === undefined) return undefined
      formerAgents.put(agentId, Object.assign({}, agent, { onlineUntil: 0 }))
      passwords.delete(agentId)
      assignments.delete(agentId)
      bots.patch(agentId, { tokenHash: null, isRemoved: true })
      const ended = tokens.deleteWhere(({ entityId, kind }) => entityId === agentId && kind !== 'customer')
      departBotsByToken(tables, new Set(ended.map(({ hash }) => hash)))
      for (const table of [codes, signIns, devices, connections])
        table.deleteWhere((row) => row.agentId === agentId)
      return agent
    }),
  putDevice: (device, keepCount) => run((tables) => putDevice(tables, device, keepCount)),
  removeDevice: (agentId, token) =>
    run(({ devices }) => {
      if (devices.get(token)?.agentId === agentId) devices.delete(token)
    }),
  removeDevices: (agentId) =>
    run(({ devices }) => void devices.deleteWhere((device) => device.agentId === agentId)),
  ...agentReads(run),
})

function holderOf({ agents }: Tables, licenseId: number, externalId: string): Agent | undefined {
  return agents.rows((one) => one.licenseId === licenseId && one.externalId === externalId)[0]
}

function isTaken(
  tables: Tables,
  { id, licenseId, externalId }: Pick<Agent, 'id' | 'licenseId' | 'externalId'>,
): boolean {
  if (externalId === null) return false
  const holder = holderOf(tables, licenseId, externalId)
  return holder !== undefined && holder.id !== id
}

function devicesOf({ devices }: Tables, agentId: string): readonly Device[] {
  return sorted(
    devices.rows((device) => device.agentId === agentId),
    ({ putAt, token }) => [-putAt, token],
  )
}

function putDevice(tables: Tables, given: PutDevice, keepCount: number): boolean {
  const { agents, devices } = tables
  const { agentId, token, isEnabled } = given
  if (agents.get(agentId) === undefined) return false
  const present = devices.get(token)
  const own = present?.agentId === agentId ? present : undefined
  devices.put(token, {
    agentId,
    token,
    platform: given.platform,
    isEnabled: isEnabled === 'keep' ? (own?.isEnabled ?? true) : isEnabled,
    applicationName: given.applicationName ?? own?.applicationName ?? null,
    applicationVersion: given.applicationVersion ?? own?.applicationVersion ?? null,
    putAt: given.putAt,
  })
  const others = devicesOf(tables, agentId).filter((device) => device.token !== token)
  for (const surplus of others.slice(keepCount - 1)) devices.delete(surplus.token)
  return true
}
