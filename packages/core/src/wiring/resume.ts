import type { EngineDependencies } from './wiring.js'

/**
 * The bus works again, and what other nodes have told may be lost (decisions §16.10). What that would have made stale is
 * read anew, and what it would have told sessions each of them makes up for.
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
