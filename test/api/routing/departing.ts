import { test } from '../../support/cells.js'
import { departing, departureCases, provesNodeIsMissed, provesOneLogsOut } from '../../support/departures.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachStorage('an agent who goes', (storage) => {
  const suite = useEngine(storage, departing)
  for (const { title, prove } of departureCases) test(title, () => prove(suite.engine))
})

forEachStorage('an agent of one of two nodes who goes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 8, duplicated: 0, lost: 0 }, departing)

  test('is logged out by one of them', () => {
    const { here, there } = nodes()
    return provesOneLogsOut(here, there)
  })
})

forEachStorage('a node that ends without a word', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 9, duplicated: 0, lost: 0 }, departing)

  test('is missed by the other, which gives the chats of its agents to others', () => {
    const { here, there } = nodes()
    return provesNodeIsMissed(here, there)
  })
})
