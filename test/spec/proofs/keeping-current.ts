import assert from 'node:assert/strict'
import fc from 'fast-check'
import { isExplained } from '../../snapshot/gaps.js'
import { playInterleaving } from '../../snapshot/play.js'
import { interleavings } from '../../snapshot/steps.js'
import { useEngine } from '../../support/engine.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

/** Settings of a short run that is the same each time; test/snapshot runs many more. */
const chosen = { seed: 1, numRuns: 3 }

proving('keeping current by pushes', (storage) => {
  const suite = useEngine(storage)

  verifies(
    'decisions.10.11.current',
    'a client applies pushes until its state equals what another login reads',
    async () => {
      for (const interleaving of fc.sample(interleavings, chosen)) {
        for (const { differences, ...situation } of await playInterleaving(suite.engine, interleaving)) {
          assert.deepEqual(
            differences.filter((difference) => !isExplained(difference, situation)),
            [],
          )
        }
      }
    },
  )
})
