import { invalidField } from '../errors.js'
import type { Agent, RoutingStatus } from '../model/agent.js'

/** The status of a bot in the Configuration API (spec configuration.md "Bot agent"). */
export type BotStatus = 'accepting chats' | 'not accepting chats' | 'offline'

/**
 * Returns the status of a bot. A bot is online while `onlineUntil` is `forever`: it needs no connection, and has no grace
 * period.
 */
export function getBotStatus({
  onlineUntil,
  routingStatus,
}: Pick<Agent, 'onlineUntil' | 'routingStatus'>): BotStatus {
  return onlineUntil === 'forever' ? statusWhileOnline(routingStatus) : 'offline'
}

/** Returns the status of a logged-in agent, human or bot, in the words of the Configuration API. */
export function statusWhileOnline(routingStatus: RoutingStatus): BotStatus {
  return routingStatus === 'accepting_chats' ? 'accepting chats' : 'not accepting chats'
}

/** Returns the stored fields for a bot's status. The routing status of an offline bot has no effect. */
export function botPresence(status: BotStatus): Pick<Agent, 'onlineUntil' | 'routingStatus'> {
  const routingStatus: RoutingStatus =
    status === 'accepting chats' ? 'accepting_chats' : 'not_accepting_chats'
  return { routingStatus, onlineUntil: status === 'offline' ? 0 : 'forever' }
}

/** Throws a `validation` error unless the only group of the bot is group 0 (decisions §15.3). */
export function checkBotGroups(groups: Agent['groups']): void {
  const other = groups.findIndex(({ id }) => id !== 0)
  if (other >= 0)
    throw invalidField(
      { path: `payload.groups[${other}].id`, rule: 'wrong_value' },
      'must be 0, the only group of bots',
    )
  if (groups.length > 1)
    throw invalidField({ path: 'payload.groups', rule: 'duplicate' }, 'contains a group twice')
}
