import { randomFrom } from '../support/random.js'
import { Arena } from './arena.js'
import type { AttackOrder } from './attacker-process.js'
import { kinds } from './kinds.js'

// The process in which all attackers are. Its parent says what to do, and is told how often it was tried.
process.on('message', (order: AttackOrder) => void obey(order))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function obey({ kind, port, people, seconds, seed }: AttackOrder): Promise<void> {
  const found = kinds.find(({ name }) => name === kind)
  if (found === undefined) throw new Error(`there is no kind ${kind}`)
  const arena = new Arena(port, people, randomFrom(seed))
  setTimeout(() => arena.end(), seconds * 1_000)
  await found.attack(arena)
  process.send?.(arena.attempts)
}
