import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  readonly method: string
  /** As it was sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/**
 * Whether the request is signed with that secret, as AWS says (Signature Version 4, for S3): method, path, query, headers
 * and body.
 */
export function isSigned(request: SignedRequest, accessKeyId: string, secret: string): boolean {
  const [, id, day = '', region = '', names = '', given = ''] =
    pattern.exec(request.headers.authorization ?? '') ?? []
  if (id !== accessKeyId || !isBodyAsSaid(request)) return false
  const scope = `${day}/${region}/s3/aws4_request`
  const instant = String(request.headers['x-amz-date'])
  if (!instant.startsWith(day)) return false
  const text = ['AWS4-HMAC-SHA256', instant, scope, sha256(canonical(request, names.split(';')))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return timingSafeEqual(hmac(key, text), Buffer.from(given, 'hex'))
}

/** What is signed of a body is its hash. */
function isBodyAsSaid({ headers, body }: SignedRequest): boolean {
  return headers['x-amz-content-sha256'] === sha256(body)
}

function canonical({ method, url, headers }: SignedRequest, names: readonly string[]): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  return [method, pathname, query, lines.join(''), names.join(';'), headers['x-amz-content-sha256']].join(
    '\n',
  )
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
