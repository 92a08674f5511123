import { type AgentMethods, type CustomerMethods, type Parley, ParleyError } from '@parley/core'
import Database from 'better-sqlite3'

/** A license with an administrator, a customer and their chat. */
export interface Estate {
  readonly parley: Parley
  readonly licenseId: number
  readonly agentId: string
  /** Client ids of several apps, because the number of webhooks and bots of one app is limited. */
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

/** Creates up to `count` items, until a limit is reached. Returns the number of created items. */
export async function fill(count: number, make: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < count; index += 1) {
    try {
      await make(index)
    } catch (cause) {
      // The error means that a limit was reached.
      if (cause instanceof ParleyError) return index
      throw cause
    }
  }
  return count
}

/** Returns different words with at most that many characters in total. */
export function words(prefix: string, length: number): string {
  const all: string[] = []
  for (let index = 0, rest = length; ; index += 1) {
    const word = `${prefix}${index}`
    rest -= word.length + 1
    if (rest < 0) return all.join(' ')
    all.push(word)
  }
}

/** Returns the size of all pages of a database in bytes, including its log. */
export function databaseBytes(filename: string): number {
  const database = new Database(filename, { readonly: true })
  try {
    return Number(database.pragma('page_count', { simple: true })) * 4_096
  } finally {
    database.close()
  }
}
