import { type AgentMethods, type CustomerMethods, type Parley, ParleyError } from '@parley/core'
import Database from 'better-sqlite3'

/** A license with an administrator, a customer and their chat. */
export interface Estate {
  readonly parley: Parley
  readonly licenseId: number
  readonly agentId: string
  /** Of apps, each of which may own only so many webhooks and bots. */
  readonly clientIds: readonly string[]
  readonly agent: AgentMethods
  readonly customer: CustomerMethods
  readonly chatId: string
}

const appCount = 4

export async function foundEstate(parley: Parley, name: string): Promise<Estate> {
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name })
  const permission = 'administrator'
  const { id: agentId } = await admin.agents.create({
    licenseId,
    login: `${name}@example.com`,
    name,
    permission,
  })
  const clientIds: string[] = []
  while (clientIds.length < appCount) {
    const { clientId } = await admin.apps.create({
      ...{ licenseId, name: `App ${clientIds.length}`, type: 'server', visibility: 'private' },
      ...{ redirectUris: [], scopes: [] },
    })
    clientIds.push(clientId)
  }
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Ann' })
  const customer = parley.as({ customerId })
  const { chat } = await customer.startChat()
  return { parley, licenseId, agentId, clientIds, agent: parley.as({ agentId }), customer, chatId: chat.id }
}

/** Makes so many, or as many as are taken; how many. */
export async function fill(count: number, make: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    try {
      await make(index)
    } catch (cause) {
      // A bound is what is looked for.
      if (cause instanceof ParleyError) return index
      throw cause
    }
  }
  return count
}

/** Different words, of so many characters in all at most. */
export function words(prefix: string, length: number): string {
  const all: string[] = []
  for (let index = 0, rest = length; ; index += 1) {
    const word = `${prefix}${index}`
    rest -= word.length + 1
    if (rest < 0) return all.join(' ')
    all.push(word)
  }
}

/** How many bytes of pages a database has, its log included. */
export function databaseBytes(filename: string): number {
  const database = new Database(filename, { readonly: true })
  try {
    return Number(database.pragma('page_count', { simple: true })) * 4_096
  } finally {
    database.close()
  }
}
