import { invalid } from '../errors.js'
import type { Agent, RoutingStatus } from '../model/agent.js'
import { connectedForever } from './connected-forever.js'

/** Spec configuration.md "Bot agent". */
export type BotStatus = 'accepting chats' | 'not accepting chats' | 'offline'

/** A bot is logged in while it has no end: it needs no connection, and has no grace. */
export function botStatusOf({
  onlineUntil,
  routingStatus,
}: Pick<Agent, 'onlineUntil' | 'routingStatus'>): BotStatus {
  return onlineUntil === connectedForever ? statusWhileOnline(routingStatus) : 'offline'
}

/** Of an agent who is logged in, human or bot, in the words of the Configuration API. */
export function statusWhileOnline(routingStatus: RoutingStatus): BotStatus {
  return routingStatus === 'accepting_chats' ? 'accepting chats' : 'not accepting chats'
}

/** How a status is stored; of one that is offline the routing status does not count. */
export function botPresence(status: BotStatus): Pick<Agent, 'onlineUntil' | 'routingStatus'> {
  const routingStatus: RoutingStatus =
    status === 'accepting chats' ? 'accepting_chats' : 'not_accepting_chats'
  return { routingStatus, onlineUntil: status === 'offline' ? 0 : connectedForever }
}

/** Group 0 is the only one of a bot (decisions §15). */
export function checkBotGroups(groups: Agent['groups']): void {
  const other = groups.findIndex(({ id }) => id !== 0)
  if (other >= 0) throw invalid(`payload.groups[${other}].id must be 0, the only group of bots`)
  if (groups.length > 1) throw invalid('payload.groups names a group twice')
}
