import type { ActionContext } from '../../dispatch/context.js'
import { ParleyError } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'

/**
 * Returns the hash of the token that a bot depends on. Throws `authentication` when the token has been revoked
 * meanwhile, because nothing would ever log the bot out. A concurrent revocation waits until the transaction ends, and
 * then finds the bot.
 */
export async function requireGrant(
  { principal }: ActionContext<'configuration'>,
  tx: StorageTransaction,
): Promise<string | null> {
  const { grantHash } = principal
  if (grantHash !== null && (await tx.tokens.get(grantHash)) === undefined)
    throw new ParleyError('authentication')
  return grantHash
}
