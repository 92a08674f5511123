import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import {
  crowdedCases,
  crowdedOptions,
  passingOverCases,
  passingOverOptions,
} from '../../support/passing-over.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('who the router passes over', (storage) => {
  const suite = useEngine(storage, passingOverOptions)
  for (const { title, prove } of passingOverCases) test(title, () => prove(suite.engine))
})

forEachStorage('what the router cannot add to', (storage) => {
  const suite = useEngine(storage, crowdedOptions)
  for (const { title, prove } of crowdedCases) test(title, () => prove(suite.engine))
})
