import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import {
  crowdedCases,
  crowdedOptions,
  passingOverCases,
  passingOverOptions,
} from '../../support/passing-over.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('agents and chats that the router skips', (storage) => {
  const suite = useEngine(storage, passingOverOptions)
  for (const { title, prove } of passingOverCases) test(title, () => prove(suite.engine))
})

forEachStorage('full chats that the router skips', (storage) => {
  const suite = useEngine(storage, crowdedOptions)
  for (const { title, prove } of crowdedCases) test(title, () => prove(suite.engine))
})
