import type { SecretReads, SecretWrites } from '@parley/core/storage'
import type { Run } from './tables.js'

export const secretReads = (run: Run): SecretReads => ({
  get: (name) => run(({ secrets }) => secrets.get(name)?.value),
})

export const secretWrites = (run: Run): SecretWrites => ({
  getOrCreate: (name, value) =>
    run(({ secrets }) => (secrets.get(name) ?? secrets.insert(name, { value })).value),
  ...secretReads(run),
})
