import type { Agent } from '../../model/agent.js'
import type { BotSettings } from '../../model/bot.js'

/** Reads what only bots have. */
export interface BotReads {
  /** Returns the settings of a bot; `undefined` for an agent that is no bot, or was removed. */
  getSettings(agentId: string): Promise<BotSettings | undefined>
  /** Returns bots of a license by ascending id, at most `limit`. With a `clientId`, only bots that the app owns. */
  list(licenseId: number, clientId: string | null, limit: number): Promise<readonly Agent[]>
  /** Returns the number of bots that `list` would return, counted up to `max`. */
  count(licenseId: number, clientId: string | null, max: number): Promise<number>
}

/**
 * Writes what only bots have. A bot is an agent with an owner. It is logged in without a connection: its `onlineUntil`
 * is `forever`. Once the token that its settings name is revoked, or its app is removed,
 * `RoutingReads.listDeparted` returns it.
 */
export interface BotWrites extends BotReads {
  /**
   * Replaces the settings of a bot. Does nothing for an agent that does not exist or has no owner. Webhooks that differ
   * from the present ones are enabled.
   */
  putSettings(agentId: string, settings: BotSettings): Promise<void>
}
