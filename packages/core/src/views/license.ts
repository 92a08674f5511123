import type { License } from '../model/license.js'
import { toSeconds } from './viewer.js'

/** Returns the license summary of the agent's login response (spec chat.md "Other objects"). */
export function licenseView(license: License) {
  return {
    id: license.id,
    plan: license.plan,
    expiration_timestamp: license.expiresAt === null ? null : toSeconds(license.expiresAt),
    creation_timestamp: toSeconds(license.createdAt),
  }
}

/** Returns the license summary of v0.4 and later. */
export function licenseWithTrialView(license: License) {
  return { ...licenseView(license), in_trial: license.isInTrial }
}
