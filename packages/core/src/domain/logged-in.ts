import type { Agent } from '../model/agent.js'

/** Returns whether the agent is logged in at `now`, by the steady clock. */
export function isLoggedIn({ onlineUntil }: Pick<Agent, 'onlineUntil'>, now: number): boolean {
  return onlineUntil === 'forever' || onlineUntil > now
}
