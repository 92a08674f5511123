import { isDeepStrictEqual } from 'node:util'
import type { Agent, BotReads, BotSettings, BotWrites } from '@parley/core/storage'
import { isLoggedIn } from './logged-in.js'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const botReads = (run: Run): BotReads => ({
  getSettings: (agentId) => run((tables) => settingsOf(tables, agentId)),
  list: (licenseId, clientId, limit) =>
    run((tables) => sorted(botsOf(tables, licenseId, clientId), ({ id }) => [0, id]).slice(0, limit)),
  count: (licenseId, clientId, max) =>
    run((tables) => Math.min(max, botsOf(tables, licenseId, clientId).length)),
})

export const botWrites = (run: Run): BotWrites => ({
  putSettings: (agentId, { tokenHash, webhooks }) =>
    run(({ agents, bots }) => {
      if ((agents.get(agentId)?.ownerClientId ?? null) === null) return
      const former = bots.get(agentId)
      const isSame = isDeepStrictEqual(former?.webhooks, webhooks)
      const disabledAt = isSame ? (former?.disabledAt ?? null) : null
      bots.put(agentId, { tokenHash, webhooks, disabledAt, isRemoved: false })
    }),
  ...botReads(run),
})

function settingsOf({ bots }: Tables, agentId: string): BotSettings | undefined {
  const bot = bots.get(agentId)
  return bot === undefined || bot.isRemoved ? undefined : { tokenHash: bot.tokenHash, webhooks: bot.webhooks }
}

/** Starts the log-out of the bots whose token is one of these. */
export function departBotsByToken(tables: Tables, hashes: ReadonlySet<string>): void {
  departBots(tables, ({ id }) => hashes.has(tables.bots.get(id)?.tokenHash ?? ''))
}

/** Starts the log-out of all bots of an app. */
export function departBotsByApp(tables: Tables, clientId: string): void {
  departBots(tables, ({ ownerClientId }) => ownerClientId === clientId)
}

/** Removes the webhooks of an app's bots. Returns the bots that had webhooks. */
export function removeBotWebhooks(
  { agents, formerAgents, bots }: Tables,
  clientId: string,
): readonly Agent[] {
  const owned = [...agents.rows(), ...formerAgents.rows()].filter(({ id, ownerClientId }) => {
    return ownerClientId === clientId && (bots.get(id)?.webhooks ?? null) !== null
  })
  for (const { id } of owned) bots.patch(id, { webhooks: null, disabledAt: null })
  return owned
}

/** An `onlineUntil` in the distant past, so that `listDeparted` returns these bots first. */
const longAgo = 1

function departBots({ agents }: Tables, isDeparting: (agent: Agent) => boolean): void {
  const departing = agents.rows((agent) => isLoggedIn(agent, longAgo) && isDeparting(agent))
  for (const { id } of departing) agents.patch(id, { onlineUntil: longAgo })
}

function botsOf({ agents }: Tables, licenseId: number, clientId: string | null): readonly Agent[] {
  return agents.rows(({ licenseId: of, ownerClientId }) => {
    return of === licenseId && ownerClientId !== null && ownerClientId === (clientId ?? ownerClientId)
  })
}
