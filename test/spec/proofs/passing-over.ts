import { useEngine } from '../../support/engine.js'
import {
  crowdedCases,
  crowdedOptions,
  passingOverCases,
  passingOverOptions,
} from '../../support/passing-over.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('agents and chats that the router passes over', (storage) => {
  const suite = useEngine(storage, passingOverOptions)
  for (const { ids, title, prove } of passingOverCases) verifies(ids, title, () => prove(suite.engine))
})

proving('full threads and chats', (storage) => {
  const suite = useEngine(storage, crowdedOptions)
  for (const { ids, title, prove } of crowdedCases) verifies(ids, title, () => prove(suite.engine))
})
