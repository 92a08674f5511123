import { ParleyError } from '../errors.js'
import { StorageError } from '../storage-error.js'

/**
 * Returns the error that the caller sees. A `ParleyError` is returned unchanged; any other failure is reported without
 * detail.
 */
export function toParleyError(cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause
  if (cause instanceof StorageError) {
    return new ParleyError(cause.code === 'cancelled' ? 'request_timeout' : 'service_unavailable', { cause })
  }
  return new ParleyError('internal', { cause })
}
