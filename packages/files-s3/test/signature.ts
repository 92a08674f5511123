import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  readonly method: string
  /** Target of the request as it was sent: path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/**
 * Returns whether the request is signed with this secret by AWS Signature Version 4 for S3. The signature covers
 * method, path, query, headers and body.
 */
export function isSigned(request: SignedRequest, accessKeyId: string, secret: string): boolean {
  const [, id, day = '', region = '', names = '', given = ''] =
    pattern.exec(request.headers.authorization ?? '') ?? []
  if (id !== accessKeyId || !isBodyAsSaid(request)) return false
  const instant = String(request.headers['x-amz-date'])
  const hash = String(request.headers['x-amz-content-sha256'])
  const text = canonical(request, names.split(';'), hash)
  return instant.startsWith(day) && isSignature(given, text, { instant, day, region, secret })
}

/**
 * Returns whether the URL carries a valid signature that has not expired. Such a request needs no authorization header.
 */
export function isPresigned(
  request: SignedRequest,
  accessKeyId: string,
  secret: string,
  now: number,
): boolean {
  const { searchParams: query } = new URL(request.url, 'http://localhost')
  const [id, day = '', region = ''] = (query.get('X-Amz-Credential') ?? '').split('/')
  const instant = query.get('X-Amz-Date') ?? ''
  const signedAt = Date.parse(instant.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  const expiresAt = signedAt + Number(query.get('X-Amz-Expires')) * 1_000
  if (id !== accessKeyId || !instant.startsWith(day) || !(now < expiresAt)) return false
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  const text = canonical(request, names, 'UNSIGNED-PAYLOAD')
  return isSignature(query.get('X-Amz-Signature') ?? '', text, { instant, day, region, secret })
}

function isSignature(
  given: string,
  text: string,
  { instant, day, region, secret }: Readonly<Record<'instant' | 'day' | 'region' | 'secret', string>>,
): boolean {
  const scope = `${day}/${region}/s3/aws4_request`
  const signed = ['AWS4-HMAC-SHA256', instant, scope, sha256(text)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const right = hmac(key, signed)
  const signature = Buffer.from(given, 'hex')
  return signature.length === right.length && timingSafeEqual(right, signature)
}

/** Returns whether the signed hash is that of the body. */
function isBodyAsSaid({ headers, body }: SignedRequest): boolean {
  return headers['x-amz-content-sha256'] === sha256(body)
}

function canonical(
  { method, url, headers }: SignedRequest,
  names: readonly string[],
  bodyHash: string,
): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  return [method, pathname, query, lines.join(''), names.join(';'), bodyHash].join('\n')
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
