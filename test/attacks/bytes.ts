import type { Caller } from '../faults/wire.js'
import { httpMessage } from '../fuzz/attack.js'
import { finText, rawFrame } from '../fuzz/raw-websocket.js'

type Header = readonly [name: string, value: string]

const host: Header = ['Host', 'parley.test']

/** Returns a complete HTTP request for an action. `body` is sent unchanged. */
export function actionRequest(
  { root, query, token, actionPrefix = 'action/' }: Caller,
  action: string,
  body: Buffer | string,
  headers: readonly Header[] = [],
): Buffer {
  return request('POST', `${root}/${actionPrefix}${action}${query}`, body, [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
    ...headers,
  ])
}

export function request(
  method: string,
  target: string,
  body: Buffer | string = '',
  headers: readonly Header[] = [],
): Buffer {
  const length: Header = ['Content-Length', String(Buffer.byteLength(body))]
  return httpMessage(method, target, [host, ...headers, length], body)
}

export function formRequest(
  target: string,
  fields: Readonly<Record<string, string>>,
  headers: readonly Header[] = [],
): Buffer {
  const type: Header = ['Content-Type', 'application/x-www-form-urlencoded']
  return request('POST', target, new URLSearchParams(fields).toString(), [type, ...headers])
}

const boundary = '----parley'

/**
 * Returns an HTTP request that uploads a file. An endless request has a chunked body, and the file continues in the
 * chunks that are sent after it.
 */
export function fileRequest(
  { root, query, token }: Caller,
  action: string,
  fields: Readonly<Record<string, string>>,
  [field, bytes]: readonly [field: string, bytes: Buffer],
  { isEndless = false }: { readonly isEndless?: boolean } = {},
): Buffer {
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`)
  const begun = Buffer.from(`${texts.join('')}${part(field)}; filename="x"\r\n\r\n`)
  const target = `${root}/action/${action}${query}`
  const headers: Header[] = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', `multipart/form-data; boundary=${boundary}`],
  ]
  if (!isEndless) {
    const body = Buffer.concat([begun, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const length: Header = ['Content-Length', String(body.length)]
    return httpMessage('POST', target, [host, ...headers, length], body)
  }
  const head = httpMessage('POST', target, [host, ...headers, ['Transfer-Encoding', 'chunked']])
  return Buffer.concat([head, Buffer.from(`${begun.length.toString(16)}\r\n`), begun, Buffer.from('\r\n')])
}

/** Returns the head of an HTTP request for an action whose body is sent in chunks. */
export function chunkedHead({ root, query, token }: Caller, action: string): Buffer {
  return httpMessage('POST', `${root}/action/${action}${query}`, [
    host,
    ['Authorization', `Bearer ${token}`],
    ['Transfer-Encoding', 'chunked'],
  ])
}

export function textFrame(text: Buffer | string): Buffer {
  return rawFrame({ head: finText, payload: Buffer.from(text) })
}

export function callFrame(action: string, payload: unknown): Buffer {
  return textFrame(JSON.stringify({ action, payload }))
}
