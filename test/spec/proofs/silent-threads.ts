import { useEngine } from '../../support/engine.js'
import { proveNothingHappens, proveOneActs, silenceCases, timedRouting } from '../../support/silence.js'
import { useTwoNodes } from '../../support/two-nodes.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('silent threads', (storage) => {
  const suite = useEngine(storage, { routing: timedRouting })
  for (const { ids, title, prove } of silenceCases) verifies(ids, title, () => prove(suite.engine))
})

proving('silent threads without times', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'manual', idleAfterMs: 0, closeAfterMs: 0 } })

  verifies('decisions.7.7.options', 'a silent thread stays open when both times are 0', () =>
    proveNothingHappens(suite.engine),
  )
})

proving('silent threads on two nodes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0, lost: 0 }, { routing: timedRouting })

  verifies('decisions.7.7.one_node', 'only one of two nodes acts on a silent thread, and only once', () => {
    const { here, there } = nodes()
    return proveOneActs(here, there)
  })
})
