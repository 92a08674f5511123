import type { Agent } from '../../model/agent.js'
import type { BotSettings } from '../../model/bot.js'

export interface BotReads {
  /** `undefined` for who is no bot, or was removed. */
  getSettings(agentId: string): Promise<BotSettings | undefined>
  /** Bots of a license, or those that the app owns there, by ascending id, at most `limit`. */
  list(licenseId: number, clientId: string | null, limit: number): Promise<readonly Agent[]>
  /** How many `list` would answer, counted up to `max`. */
  count(licenseId: number, clientId: string | null, max: number): Promise<number>
}

/**
 * A bot is an agent with an owner. It is logged in without a connection: `onlineUntil` is `connectedForever`. Once the token
 * is revoked that its settings name, or the app is removed that owns it, `RoutingReads.listDeparted` answers it.
 */
export interface BotWrites extends BotReads {
  /**
   * In place of those that the agent had; an agent who does not exist, or has no owner, gets none. Webhooks that are other
   * than those it had are enabled.
   */
  putSettings(agentId: string, settings: BotSettings): Promise<void>
}
