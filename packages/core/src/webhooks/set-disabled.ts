import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { StorageTransaction } from '../ports/storage.js'

export interface DisabledSince {
  readonly licenseId: number
  /** Or the bot's. */
  readonly webhookId: string
  /** `null`: it is enabled again. */
  readonly disabledAt: number | null
}

/**
 * In force on every node within a second. `false`: the license has none with that id, or it is so already. `check` runs
 * after the change, in its transaction; where it rejects nothing changes.
 */
export function setDisabled(
  changes: Pick<Changes, 'commit'>,
  at: number,
  { licenseId, webhookId, disabledAt }: DisabledSince,
  check: (tx: StorageTransaction) => Promise<void> = async () => {},
): Promise<boolean> {
  return changes.commit(systemOrigin, at, [], async (tx) => {
    const unchanged = { response: false, facts: [] }
    if (!(await tx.configuration.lock(licenseId))) return unchanged
    const revision = await tx.webhooks.setDisabledAt(licenseId, webhookId, disabledAt)
    if (revision === undefined) return unchanged
    await check(tx)
    return { response: true, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
}
