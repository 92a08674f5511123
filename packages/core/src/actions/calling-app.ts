import type { ActionContext } from '../dispatch/context.js'
import { invalid, ParleyError } from '../errors.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * Returns the app that owns what is being configured (decisions §8.2). In process, the host has to name an app (§8.11).
 */
export function callingApp({ principal }: ActionContext<'configuration'>): string {
  if (principal.clientId !== null) return principal.clientId
  throw invalid(
    { path: 'clientId', rule: 'required' },
    'in process an app must be named: parley.as({ agentId, clientId })',
  )
}

/**
 * Returns whether the calling app is the owner. Only the owner is shown secrets (decisions §8.2); in process, the host
 * is shown all of them.
 */
export function isOwn(
  { clientId }: Pick<ActionContext<'configuration'>['principal'], 'clientId'>,
  ownerClientId: string,
): boolean {
  return clientId === null || clientId === ownerClientId
}

/**
 * Checks that the app still exists. Throws `authentication` otherwise, because nothing would ever remove what is
 * created for it. A concurrent removal waits until the transaction ends, and then finds it. Must be called before
 * anything else is locked, because a removal locks the app first.
 */
export async function requireApp(tx: StorageTransaction, clientId: string): Promise<void> {
  if ((await tx.apps.get(clientId)) === undefined) throw new ParleyError('authentication')
}
