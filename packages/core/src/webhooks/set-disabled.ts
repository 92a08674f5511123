import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { StorageTransaction } from '../ports/storage.js'

/** A webhook, and since when it is disabled. */
export interface DisabledSince {
  readonly licenseId: number
  /** Id of the webhook, or of the bot whose webhook it is. */
  readonly webhookId: string
  /** Time since which the webhook is disabled; `null` to enable it. */
  readonly disabledAt: number | null
}

/**
 * Disables or enables a webhook on all nodes, within a second. Returns `false` when the license has no such webhook or
 * nothing changes. `check` runs in the same transaction after the change; when it rejects, nothing changes.
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
