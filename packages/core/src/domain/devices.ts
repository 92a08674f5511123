import { invalidField } from '../errors.js'
import type { DevicePlatform } from '../model/device.js'
import { isRecord } from './shapes.js'

/**
 * Maximum length of a token in bytes: what an index key of PostgreSQL can hold, and four bytes for each character that
 * a phone's token may have.
 */
const maxTokenBytes = 2_048

/**
 * Throws a `validation` error for a token that no push service can have issued (decisions §12, §16.25). `path` is the
 * token's path in the request.
 */
export function checkDevice(
  { platform, token }: { readonly platform: DevicePlatform; readonly token: string },
  { deviceTokenLength }: { readonly deviceTokenLength: number },
  path: string,
): void {
  if (platform !== 'web' && [...token].length > deviceTokenLength) {
    throw invalidField(
      { path, rule: 'too_long', limit: deviceTokenLength },
      `must have at most ${deviceTokenLength} characters`,
    )
  }
  if (Buffer.byteLength(token) > maxTokenBytes)
    throw invalidField(
      { path, rule: 'too_long', limit: maxTokenBytes },
      `must have at most ${maxTokenBytes} bytes`,
    )
  if (platform === 'web' && !isSubscription(parsed(token))) {
    throw invalidField(
      { path, rule: 'wrong_format' },
      'must be a push subscription as JSON: an https endpoint, and keys p256dh and auth',
    )
  }
}

/** Returns whether the value is a push subscription, the `PushSubscriptionJSON` of the W3C Push API. */
function isSubscription(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.keys)) return false
  const { p256dh, auth } = value.keys
  return isHttps(value.endpoint) && isKey(p256dh) && isKey(auth)
}

function isHttps(endpoint: unknown): boolean {
  return typeof endpoint === 'string' && URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:'
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' && /^[\w+/=-]+$/.test(key)
}

/** Returns the parsed JSON, or `undefined` when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
