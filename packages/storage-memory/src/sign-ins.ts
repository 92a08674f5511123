import type { SignInReads, SignInWrites } from '@parley/core/storage'
import type { Run } from './tables.js'

export const signInReads = (run: Run): SignInReads => ({
  get: (hash) => run(({ signIns }) => signIns.get(hash)),
  countExpired: (until, max) => run(({ signIns }) => signIns.countUntil(until, max)),
})

export const signInWrites = (run: Run): SignInWrites => ({
  insert: (signIn) => run(({ signIns }) => void signIns.insert(signIn.hash, signIn)),
  delete: (hash) => run(({ signIns }) => void signIns.delete(hash)),
  deleteByAgent: (agentId) =>
    run(({ signIns }) => signIns.deleteWhere((one) => one.agentId === agentId).length),
  deleteExpired: (until, limit) => run(({ signIns }) => signIns.deleteUntil(until, limit)),
  ...signInReads(run),
})
