import type { ActionContext } from '../../dispatch/context.js'
import { ParleyError } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'

/**
 * The token that a bot is to hang on: `authentication` where it was revoked meanwhile, for then nothing would ever log the
 * bot out. A revocation that comes now waits until the transaction ends, and sees the bot.
 */
export async function livingGrant(
  { principal }: ActionContext<'configuration'>,
  tx: StorageTransaction,
): Promise<string | null> {
  const { grantHash } = principal
  if (grantHash !== null && (await tx.tokens.get(grantHash)) === undefined)
    throw new ParleyError('authentication')
  return grantHash
}
