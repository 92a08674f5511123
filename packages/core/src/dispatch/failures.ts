import { ParleyError } from '../errors.js'
import { StorageError } from '../storage-error.js'

/** What a caller sees of a failure: its own faults as they are, everything else without detail. */
export function toParleyError(cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause
  if (cause instanceof StorageError) {
    return new ParleyError(cause.code === 'cancelled' ? 'request_timeout' : 'service_unavailable', { cause })
  }
  return new ParleyError('internal', { cause })
}
