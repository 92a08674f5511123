import { test } from 'node:test'
import { testBus } from '@parley/conformance'
import { MemoryBus } from '@parley/core'

testBus({
  test,
  factory: async () => {
    const bus = new MemoryBus<unknown>(() => undefined)
    return { bus, another: () => bus, cleanup: async () => {} }
  },
  supports: { separateNodes: false, outages: false },
})
