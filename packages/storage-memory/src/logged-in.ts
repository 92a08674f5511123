import type { Agent } from '@parley/core/storage'

/** Returns whether the agent is logged in at `now`. */
export function isLoggedIn({ onlineUntil }: Pick<Agent, 'onlineUntil'>, now: number): boolean {
  return onlineUntil === 'forever' || onlineUntil > now
}
