import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'

export interface DisabledSince {
  readonly licenseId: number
  /** Or the bot's. */
  readonly webhookId: string
  /** `null`: it is enabled again. */
  readonly disabledAt: number | null
}

/** In force on every node within a second. `false`: the license has none with that id, or it is so already. */
export function setDisabled(
  changes: Pick<Changes, 'commit'>,
  at: number,
  { licenseId, webhookId, disabledAt }: DisabledSince,
): Promise<boolean> {
  return changes.commit(systemOrigin, at, [], async (tx) => {
    const unchanged = { response: false, facts: [] }
    if (!(await tx.configuration.lock(licenseId))) return unchanged
    const revision = await tx.webhooks.setDisabledAt(licenseId, webhookId, disabledAt)
    if (revision === undefined) return unchanged
    return { response: true, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
}
