import { test } from 'node:test'
import { testBus } from '@parley/conformance'
import { memoryBus } from '@parley/core'

testBus({
  test,
  factory: async () => {
    const bus = memoryBus<unknown>()
    return { bus, another: () => bus, cleanup: async () => {} }
  },
  supports: { separateNodes: false, outages: false },
})
