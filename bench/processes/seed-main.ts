import { findTarget } from '../targets/targets.js'
import type { SeedAnswer, SeedOrder } from './messages.js'
import { failParent, receiveOrder, sendToParent } from './parent.js'

process.on('disconnect', () => process.exit())
try {
  const { target, database, population } = await receiveOrder<SeedOrder>()
  const { seed } = await findTarget(target).load()
  sendToParent({ kind: 'seeded', world: await seed(database, population) } satisfies SeedAnswer)
} catch (error) {
  failParent(error)
}
