import { createHmac } from 'node:crypto'

const encodedPrefix = 'whsec_'

/** The request as the destination receives it, which is what gets signed. */
export interface SignedRequest {
  readonly id: string
  /** Time of the request, in seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

/**
 * Returns the headers of Standard Webhooks. The key of the signature is the secret key as UTF-8, or the decoded base64
 * after `whsec_` when it begins with that prefix (decisions §11).
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
