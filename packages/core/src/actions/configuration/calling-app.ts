import type { ActionContext } from '../../dispatch/context.js'
import { invalid, ParleyError } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'

/** The app that what is configured belongs to (decisions §8.2); the host has to name one in process (§8.11). */
export function callingApp({ principal }: ActionContext<'configuration'>): string {
  if (principal.clientId !== null) return principal.clientId
  throw invalid('in process it takes an app: parley.as({ agentId, clientId })')
}

/** Whether it belongs to the calling app, which alone is shown its secret (decisions §8.2); the host is shown all in process. */
export function isOwn(
  { clientId }: Pick<ActionContext<'configuration'>['principal'], 'clientId'>,
  ownerClientId: string,
): boolean {
  return clientId === null || clientId === ownerClientId
}

/**
 * `authentication` where the app was removed meanwhile, for then nothing would ever remove what it gets. A removal that
 * comes now waits until the transaction ends, and sees it. Before anything else is locked, as a removal begins with the app.
 */
export async function requireLivingApp(tx: StorageTransaction, clientId: string): Promise<void> {
  if ((await tx.apps.get(clientId)) === undefined) throw new ParleyError('authentication')
}
