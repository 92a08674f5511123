import { id, licenseId, schemaOf } from './schema.js'

/** Names an agent or a customer by your own id of it. */
export interface ExternalIdInput {
  readonly licenseId: number
  /** Compared exactly. */
  readonly externalId: string
}

export const byExternalId = schemaOf<ExternalIdInput>()({ licenseId, externalId: id })
