import { createHmac } from 'node:crypto'

const encodedPrefix = 'whsec_'

/** What is signed: the request as the destination gets it. */
export interface SignedRequest {
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers of Standard Webhooks, signed with the UTF-8 bytes of the secret key, or with what its base64 part stands for
 * where it begins with `whsec_` (decisions §11).
 */
export function signatureHeaders(
  secretKey: string,
  { id, timestamp, body }: SignedRequest,
): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', keyOf(secretKey)).update(`${id}.${timestamp}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature.digest('base64')}`,
  }
}

function keyOf(secretKey: string): Uint8Array {
  return secretKey.startsWith(encodedPrefix)
    ? Buffer.from(secretKey.slice(encodedPrefix.length), 'base64')
    : Buffer.from(secretKey)
}
