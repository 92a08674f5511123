import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '../support/random.js'
import { Arena } from './arena.js'
import type { AttackOrder } from './attacker-process.js'
import { kinds } from './kinds.js'

/** Maximum time until an attack has begun. */
const preparationMs = 10_000

// The process in which all attackers are. Its parent says what to do, and is told how often it was tried.
process.on('message', (order: AttackOrder) => void obey(order))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function obey({ kind, port, people, seconds, seed }: AttackOrder): Promise<void> {
  const found = kinds.find(({ name }) => name === kind)
  if (found === undefined) throw new Error(`there is no kind ${kind}`)
  const arena = new Arena(port, people, randomFrom(seed))
  const attacked = found.attack(arena)
  await delay(seconds * 1_000)
  // A short attack has hardly begun by then, where it has to upload something first.
  const latest = performance.now() + preparationMs
  while (arena.attempts === 0 && performance.now() < latest) await delay(10)
  arena.end()
  await attacked
  process.send?.(arena.attempts)
}
