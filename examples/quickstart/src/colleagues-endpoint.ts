import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Parley } from '@parley/core'
import type { Agent } from '@parley/core/admin'
import { callingAgent } from './calling-agent.js'
import { sendError, sendJson } from './json.js'
import type { Demo } from './provision.js'

export const COLLEAGUES_PATH = '/quickstart/colleagues'

/**
 * Answers `GET` with `{agents}`: their names, teams, and whether they are assigned chats. Requires a token of the desk.
 * No action of the Agent API lists the agents, so the host does.
 */
export async function answerColleagues(
  request: IncomingMessage,
  response: ServerResponse,
  parley: Parley,
  demo: Demo,
): Promise<void> {
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET')
    return sendError(response, 405, 'Method not allowed')
  }
  const caller = await callingAgent(parley, demo, demo.desk, request.headers)
  if (caller === undefined) return sendError(response, 401, 'Sign in first.')
  const { items } = await parley.admin.agents.list({ licenseId: demo.licenseId })
  sendJson(response, 200, { agents: items.map(shown) })
}

function shown({ id, name, permission, groups, routingStatus, isConnected }: Agent) {
  return {
    ...{ id, name },
    teams: groups.map((group) => group.id),
    is_administrator: permission === 'administrator',
    // An agent who is disconnected, even during a reconnect, is assigned no chats.
    is_accepting: isConnected && routingStatus === 'accepting_chats',
  }
}
