import type { License } from '../ports/stores/licenses.js'
import { type AgentViewer, featuresOf, toSeconds } from './viewer.js'

/** The license summary of the agent's login response (spec chat.md "Other objects"). */
export function licenseView(license: License, viewer: AgentViewer) {
  return {
    id: license.id,
    plan: license.plan,
    expiration_timestamp: license.expiresAt === null ? null : toSeconds(license.expiresAt),
    creation_timestamp: toSeconds(license.createdAt),
    ...(featuresOf(viewer).hasTrial && { in_trial: license.isInTrial }),
  }
}
