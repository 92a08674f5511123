import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '../support/random.js'
import { Arena } from './arena.js'
import type { AttackOrder } from './attacker-process.js'
import { kinds } from './kinds.js'

/** Maximum time in ms that an attack may take to make its first attempt. */
const preparationMs = 10_000

// Program of the process that runs all attackers. The parent process sends it orders, and receives the number of
// attempts.
process.on('message', (order: AttackOrder) => void obey(order))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function obey({ kind, port, people, seconds, seed }: AttackOrder): Promise<void> {
  const found = kinds.find(({ name }) => name === kind)
  if (found === undefined) throw new Error(`there is no kind ${kind}`)
  const arena = new Arena(port, people, randomFrom(seed))
  const attacked = found.attack(arena)
  await delay(seconds * 1_000)
  // An attack that first uploads a file may not have made any attempt when a short attack time is over.
  const latest = performance.now() + preparationMs
  while (arena.attempts === 0 && performance.now() < latest) await delay(10)
  arena.end()
  await attacked
  process.send?.(arena.attempts)
}
