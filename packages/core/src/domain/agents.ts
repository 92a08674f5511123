import type { Agent } from '../model/agent.js'
import { jsonBytes } from './json-bytes.js'

/**
 * Returns the agent's id, however a request or the host spelled it. The id of a human agent is the login, trimmed, in
 * lower case and NFC, so logins match in any case, composed or not, and with surrounding blanks (decisions §1.2,
 * §16.7). The ids of bots are lower-case hexadecimal and stay unchanged.
 */
export function normalizeAgentId(named: string): string {
  // NFC comes last because some letters have a composed form in lower case only.
  return named.trim().toLowerCase().normalize('NFC')
}

/** Returns the agents' ids without duplicates, in the order in which they are first named. */
export function normalizeAgentIds(named: readonly string[]): readonly string[] {
  return [...new Set(named.map(normalizeAgentId))]
}

/**
 * Returns the groups of an agent for whom the host names `given`. Adds group 0 when it is missing, because every agent
 * is in it (decisions §5.2).
 */
export function toMemberships(given: Agent['groups']): Agent['groups'] {
  const copies = given.map(({ id, priority }) => ({ id, priority }))
  return copies.some(({ id }) => id === 0) ? copies : [{ id: 0, priority: 'normal' }, ...copies]
}

/**
 * Returns the ids of the agent's groups, which decide together with the permission which chats the agent sees
 * (decisions §5.2).
 */
export function getGroupIds({ groups }: Pick<Agent, 'groups'>): readonly number[] {
  return groups.map(({ id }) => id)
}

/** The details of an agent that other users are shown. */
interface Profile {
  readonly login: string
  readonly name: string
  readonly email?: string | null
  readonly avatar?: string | null
}

/**
 * Returns whether the details fit into `maxBytes` as JSON. They are bounded because responses and pushes repeat them
 * often (decisions §16.19).
 */
export function isProfileWithin({ login, name, email, avatar }: Profile, maxBytes: number): boolean {
  // Without an e-mail address, the login may be shown as one.
  return jsonBytes({ login, name, email: email ?? login, avatar }) <= maxBytes
}

/**
 * Returns the e-mail address that the host gave, else the login if that is an e-mail address, else an empty string
 * (decisions §16.16).
 */
export function getEmail({ id, email }: Pick<Agent, 'id' | 'email'>): string {
  return email ?? (isEmailAddress(id) ? id : '')
}

/** Returns whether the login looks like an e-mail address. Logins contain no blanks. */
function isEmailAddress(login: string): boolean {
  return /^[^@]+@[^@]+$/.test(login)
}
