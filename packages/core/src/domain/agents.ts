import type { Agent } from '../ports/stores/agents.js'

/** What the host gave, else the login where that is an e-mail address, else nothing (decisions §16.16). */
export function emailOf({ id, email }: Pick<Agent, 'id' | 'email'>): string {
  return email ?? (isEmailAddress(id) ? id : '')
}

/** As far as a login tells, which has no blanks: something at somewhere. */
function isEmailAddress(login: string): boolean {
  return /^[^@]+@[^@]+$/.test(login)
}
