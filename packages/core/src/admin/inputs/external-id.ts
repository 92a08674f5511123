import { createSchema, id, licenseId } from './schema.js'

/** Names an agent or a customer by your own id of it. */
export interface ExternalIdInput {
  readonly licenseId: number
  /** Compared exactly. */
  readonly externalId: string
}

export const byExternalId = createSchema<ExternalIdInput>()({ licenseId, externalId: id })
