import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { proveOneActs, silenceCases, timedRouting } from '../../support/silence.js'
import { forEachStorage } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachStorage('silent threads', (storage) => {
  const suite = useEngine(storage, { routing: timedRouting })
  for (const { title, prove } of silenceCases) test(title, () => prove(suite.engine))
})

forEachStorage('silent threads on two nodes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0, lost: 0 }, { routing: timedRouting })

  test('one of the nodes acts on a silent thread, once', () => {
    const { here, there } = nodes()
    return proveOneActs(here, there)
  })
})
