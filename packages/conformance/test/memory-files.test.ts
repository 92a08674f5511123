import { test } from 'node:test'
import { testFiles } from '@parley/conformance'
import { memoryFiles } from '@parley/core'

testFiles({
  test,
  async factory() {
    const files = memoryFiles()
    // What it has kept is no more than what it answers, which each case looks at by itself.
    return { files, another: () => files, leftovers: async () => [], cleanup: async () => {} }
  },
  supports: { persistence: false, addresses: false },
})
