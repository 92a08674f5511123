import type { EngineDependencies } from './wiring.js'

/**
 * Recovers after the bus was down, because facts of other nodes may be lost (decisions §16.10). Clears the caches, and
 * lets each session catch up.
 */
export async function resume(
  engine: Pick<
    EngineDependencies,
    'subscriptions' | 'identities' | 'configurations' | 'heads' | 'rtmSessions' | 'logger'
  >,
): Promise<void> {
  engine.logger.warn('Facts of other nodes may have been lost: caches are cleared, and sessions catch up')
  await engine.subscriptions?.resume()
  engine.identities.forgetAll()
  engine.configurations.forgetAll()
  engine.heads.forgetAll()
  engine.rtmSessions.recover()
}
