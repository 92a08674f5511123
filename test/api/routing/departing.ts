import { test } from '../../support/cells.js'
import {
  departureCases,
  departureOptions,
  proveDeadNodeIsDetected,
  proveOneLogsOut,
} from '../../support/departures.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachStorage('an agent who disconnects', (storage) => {
  const suite = useEngine(storage, departureOptions)
  for (const { title, prove } of departureCases) test(title, () => prove(suite.engine))
})

forEachStorage('an agent of one of two nodes who disconnects', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 8, duplicated: 0, lost: 0 }, departureOptions)

  test('the agent is logged out by one of the nodes', () => {
    const { here, there } = nodes()
    return proveOneLogsOut(here, there)
  })
})

forEachStorage('a node that crashes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 9, duplicated: 0, lost: 0 }, departureOptions)

  test('the other node detects it, and assigns the chats of its agents to others', () => {
    const { here, there } = nodes()
    return proveDeadNodeIsDetected(here, there)
  })
})
