import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Population, Seeded, World } from '../target.js'
import type { User } from './floor-chat.js'
import type { Journal } from './journal.js'

const lifetimeMs = 28_800_000

/** Creates tokens and chats. The chats have numbers from 1. */
export async function seedJournal(journal: Journal, population: Population): Promise<World> {
  const { agents, customers, chats } = population
  const [agentTokens, customerTokens] = [newTokens(agents), newTokens(customers)]
  const expiresAt = Date.now() + lifetimeMs
  const owners = [...agentTokens, ...customerTokens].map(
    (token) =>
      [
        hashOf(token),
        { id: randomUUID(), clientId: 'bench', scopes: 'chats--my:read', licenseId: 1, expiresAt },
      ] as const,
  )
  await journal.insertTokens(new Map(owners))
  await journal.insertChats(chats, Date.now())
  const chatIds = Array.from({ length: chats }, (_, index) => String(index + 1))
  return { licenseId: 1, agentTokens, customerTokens, chatIds }
}

/** Returns the users by token, with the chats whose pushes they receive. */
export function usersOf({ population, world }: Seeded): Map<string, User> {
  const { agentTokens, customerTokens, chatIds } = world
  const users = new Map<string, User>()
  const addAll = (tokens: readonly string[], readsAll: boolean) => {
    for (const [index, token] of tokens.entries()) {
      const ids = readsAll ? [...chatIds] : everyNth(chatIds, index, tokens.length)
      users.set(token, { id: randomUUID(), chatIds: ids })
    }
  }
  addAll(agentTokens, population.agentsRead === 'every')
  addAll(customerTokens, false)
  return users
}

/** Returns the SHA-256 hash by which a token is looked up, because tokens are not stored in clear text. */
export function hashOf(token: string): string {
  return hash('sha256', token)
}

function newTokens(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
}

function everyNth(ids: readonly string[], from: number, step: number): string[] {
  const found: string[] = []
  for (let at = from; at < ids.length; at += step) found.push(ids[at] ?? '')
  return found
}
