import { ParleyError } from '../../errors.js'
import type { Settings } from '../../settings.js'
import type { Admission } from '../admission/admission.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { json } from '../http/responses.js'
import { parseLicenseId } from '../protocol/license-id.js'
import type { Address } from '../protocol/routes.js'

export interface StaticConfigDependencies {
  readonly settings: Settings
  readonly admission: Admission
}

/**
 * Returns the values that a client may need before it connects; `login` refers to it (spec chat.md). Rejects with a
 * `ParleyError`.
 */
export async function staticConfig(
  { method, query }: HttpRequest,
  { version }: Address,
  { settings, admission }: StaticConfigDependencies,
): Promise<HttpResponse> {
  if (method !== 'GET') throw new ParleyError('method_not_allowed', { data: { allow: 'GET' } })
  const { limits, contractLimits, rtm } = settings
  const licenseId = parseLicenseId(query, limits.queryBytes)
  await admission.requireLicense(licenseId)
  return json(200, {
    license_id: licenseId,
    version,
    max_text_length: contractLimits.eventTextLength,
    max_request_bytes: limits.bodyBytes,
    inactivity_timeout: Math.floor(rtm.inactivityTimeoutMs / 1_000),
  })
}
