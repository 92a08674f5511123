import type { CodeReads, CodeWrites } from '@parley/core/storage'
import type { Run } from './tables.js'

export const codeReads = (run: Run): CodeReads => ({
  countExpired: (until, max) => run(({ codes }) => codes.countUntil(until, max)),
})

export const codeWrites = (run: Run): CodeWrites => ({
  insert: (code) => run(({ codes }) => void codes.insert(code.hash, code)),
  consume: (hash, clientId) =>
    run(({ codes }) => (codes.get(hash)?.clientId === clientId ? codes.delete(hash) : undefined)),
  deleteByAgent: (agentId) =>
    run(({ codes }) => codes.deleteWhere((code) => code.agentId === agentId).length),
  deleteExpired: (until, limit) => run(({ codes }) => codes.deleteUntil(until, limit)),
  ...codeReads(run),
})
