import { useEngine } from '../../support/engine.js'
import { pickingCases } from '../../support/picking.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('threads that agents pick', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'manual' } })
  for (const { ids, title, prove } of pickingCases) verifies(ids, title, () => prove(suite.engine))
})
