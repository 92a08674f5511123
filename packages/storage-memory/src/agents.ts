import type { AgentReads, AgentWrites } from '@parley/core/ports'
import { sorted } from './order.js'
import type { Run } from './tables.js'

export const agentReads = (run: Run): AgentReads => ({
  get: (agentId) => run(({ agents }) => agents.get(agentId)),
  getPasswordHash: (agentId) =>
    run(({ agents, passwords }) => agents.get(agentId) && (passwords.get(agentId)?.hash ?? null)),
  listByIds: (licenseId, agentIds) =>
    run(({ agents }) => {
      const found = [...new Set(agentIds)].flatMap((agentId) => agents.get(agentId) ?? [])
      return found.filter((agent) => agent.licenseId === licenseId)
    }),
  list: (licenseId, limit) =>
    run(({ agents }) => {
      const ofLicense = agents.rows((agent) => agent.licenseId === licenseId)
      return sorted(ofLicense, ({ id }) => [0, id]).slice(0, limit)
    }),
})

export const agentWrites = (run: Run): AgentWrites => ({
  insert: (agent) =>
    run(({ agents, formerAgents }) => {
      const licenseId = (agents.get(agent.id) ?? formerAgents.get(agent.id))?.licenseId
      if (agents.get(agent.id) || (licenseId ?? agent.licenseId) !== agent.licenseId) return 'duplicate'
      formerAgents.delete(agent.id)
      agents.insert(agent.id, agent)
      return 'inserted'
    }),
  logIn: (agentId, { routingStatus, onlineUntil }) =>
    run(({ agents }) =>
      agents.patch(agentId, routingStatus === 'keep' ? { onlineUntil } : { routingStatus, onlineUntil }),
    ),
  setRoutingStatusIfOnline: (agentId, routingStatus, now) =>
    run(({ agents }) => {
      const isOnline = (agents.get(agentId)?.onlineUntil ?? now) > now
      return isOnline ? agents.patch(agentId, { routingStatus }) : undefined
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
    run(({ agents, formerAgents, passwords, tokens, codes, signIns, devices, connections }) => {
      const agent = agents.delete(agentId)
      if (agent === undefined) return undefined
      formerAgents.put(agentId, Object.assign({}, agent, { onlineUntil: 0 }))
      passwords.delete(agentId)
      tokens.deleteWhere(({ entityId, kind }) => entityId === agentId && kind !== 'customer')
      for (const table of [codes, signIns, devices, connections])
        table.deleteWhere((row) => row.agentId === agentId)
      return agent
    }),
  putDevice: (device) => run(({ devices }) => void devices.put(device.token, device)),
  ...agentReads(run),
})
