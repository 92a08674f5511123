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
  engine.logger.warn(
    'What other nodes have told may be lost: caches are cleared, and sessions looked at anew',
  )
  await engine.subscriptions?.resume()
  engine.identities.forgetAll()
  engine.configurations.forgetAll()
  engine.heads.forgetAll()
  engine.rtmSessions.resumed()
}
