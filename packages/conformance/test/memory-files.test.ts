import { test } from 'node:test'
import { testFiles } from '@parley/conformance'
import { memoryFiles } from '@parley/core'

testFiles({
  test,
  async factory() {
    const files = memoryFiles()
    // Nothing is kept except what `files` returns, and each case checks that itself.
    return { files, another: () => files, leftovers: async () => [], cleanup: async () => {} }
  },
  supports: { persistence: false, addresses: false },
})
