import { apis } from '../../contract/apis.js'
import type { Api } from '../../contract/versions.js'
import { invalid } from '../../errors.js'

/** Returns the license id from the query of an API address, or `undefined` for APIs whose addresses have none. */
export function findLicenseId(api: Api, query: string, maxQueryBytes: number): number | undefined {
  return apis[api].namesLicense ? parseLicenseId(query, maxQueryBytes) : undefined
}

/**
 * Returns the query parameter `license_id` of a Customer API address. Throws `validation` when it is missing or
 * malformed.
 */
export function parseLicenseId(query: string, maxQueryBytes: number): number {
  if (query.length > maxQueryBytes)
    throw invalid(
      { path: 'url', rule: 'too_long', limit: maxQueryBytes },
      `the query string is longer than ${maxQueryBytes} bytes`,
    )
  const values = new URLSearchParams(query).getAll('license_id')
  if (values.length === 0)
    throw invalid({ path: 'license_id', rule: 'required' }, 'the query parameter license_id is required')
  const [value = ''] = values
  if (values.length > 1 || !/^[1-9][0-9]{0,14}$/.test(value)) {
    throw invalid(
      { path: 'license_id', rule: 'wrong_format' },
      'the query parameter license_id must be one positive integer',
    )
  }
  return Number(value)
}
