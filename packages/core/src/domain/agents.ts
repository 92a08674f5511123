import type { Agent } from '../model/agent.js'
import { jsonBytes } from './json-bytes.js'

/**
 * The id of an agent, however a request or the host has written it: a login is the id in lower case and NFC, and matches in
 * any case, composed or not, and with blanks around it, which no login has (decisions §1.2, §16.7). The ids of bots are
 * lower-case hexadecimal, and so stay as they are.
 */
export function agentIdOf(named: string): string {
  // Composed last: some letters have a composed form in lower case only.
  return named.trim().toLowerCase().normalize('NFC')
}

/** Each once, in the order in which they are first named. */
export function agentIdsOf(named: readonly string[]): readonly string[] {
  return [...new Set(named.map(agentIdOf))]
}

/** Those of an agent whom the host puts into these: group 0 too, which every agent is in (decisions §5.2). */
export function membershipsOf(given: Agent['groups']): Agent['groups'] {
  const copies = given.map(({ id, priority }) => ({ id, priority }))
  return copies.some(({ id }) => id === 0) ? copies : [{ id: 0, priority: 'normal' }, ...copies]
}

/** Which chats the agent sees goes by these alone (decisions §5.2). */
export function groupIdsOf({ groups }: Pick<Agent, 'groups'>): readonly number[] {
  return groups.map(({ id }) => id)
}

/** What others are shown of an agent. */
interface Profile {
  readonly login: string
  readonly name: string
  readonly email?: string | null
  readonly avatar?: string | null
}

/** Whether it fits: others are shown it often, and many at a time (decisions §16.19). */
export function isProfileWithin({ login, name, email, avatar }: Profile, maxBytes: number): boolean {
  // Without an e-mail address the login may be shown as one.
  return jsonBytes({ login, name, email: email ?? login, avatar }) <= maxBytes
}

/** What the host gave, else the login where that is an e-mail address, else nothing (decisions §16.16). */
export function emailOf({ id, email }: Pick<Agent, 'id' | 'email'>): string {
  return email ?? (isEmailAddress(id) ? id : '')
}

/** As far as a login tells, which has no blanks: something at somewhere. */
function isEmailAddress(login: string): boolean {
  return /^[^@]+@[^@]+$/.test(login)
}
