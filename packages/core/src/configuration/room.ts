import { invalid } from '../errors.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'

type Tx = Pick<StorageReads, 'configuration'>
type Bounds = Pick<Settings['limits'], 'configurationBytes' | 'rulesPerAction'>

/** Every node reads all of it anew after each change. Called behind the change, in its transaction; `validation` beyond. */
export async function requireConfigurationRoom(tx: Tx, licenseId: number, bounds: Bounds): Promise<void> {
  const { bytes } = await tx.configuration.usage(licenseId)
  if (bytes <= bounds.configurationBytes) return
  throw invalid(
    `a license can have at most ${bounds.configurationBytes} bytes of properties, automatic chat scopes, webhooks and bots in all`,
  )
}

/** The same, and that whatever happens is held against so many rules at most. */
export async function requireRoomForRules(tx: Tx, licenseId: number, bounds: Bounds): Promise<void> {
  await requireConfigurationRoom(tx, licenseId, bounds)
  const stored = await tx.configuration.get(licenseId)
  const action = crowdedAction(stored?.webhooks ?? [], bounds.rulesPerAction)
  if (action === undefined) return
  throw invalid(
    `a license can have at most ${bounds.rulesPerAction} webhooks for ${action}, those of bots included`,
  )
}

/** An action with more rules than so many. */
export function crowdedAction(
  rules: readonly Pick<ConfiguredRule, 'action'>[],
  max: number,
): ConfiguredRule['action'] | undefined {
  const counts = new Map<ConfiguredRule['action'], number>()
  for (const { action } of rules) counts.set(action, (counts.get(action) ?? 0) + 1)
  return [...counts].find(([, count]) => count > max)?.[0]
}
