import { oneNode, profileCases } from '../../support/agent-profiles.js'
import { useEngine } from '../../support/engine.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('agents who are changed', (storage) => {
  const suite = useEngine(storage)
  for (const { ids, title, prove } of profileCases) verifies(ids, title, () => prove(oneNode(suite.engine)))
})
