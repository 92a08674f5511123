import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { S3Client } from '@aws-sdk/client-s3'
import { isPresigned, isSigned } from './signature.js'

export const bucket = 'parley'
export const region = 'eu-central-1'
export const credentials = { accessKeyId: 'parley', secretAccessKey: 'a secret of the test' }
/** Minimum size of every part but the last, in bytes. */
const minPartBytes = 5 * 1_048_576

interface Asked {
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A response: its status, and headers or a body. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

interface MultipartUpload {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

/** An in-memory S3 server with one bucket, which supports what `s3Files` needs and verifies signatures. */
export class S3Server {
  readonly objects = new Map<string, Buffer>()
  readonly uploads = new Map<string, MultipartUpload>()
  readonly #server: Server
  #uploadCount = 0
  #aheadMs = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<S3Server> {
    const s3 = new S3Server()
    s3.#server.listen(0, '127.0.0.1')
    await once(s3.#server, 'listening')
    return s3
  }

  get endpoint(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
    return `http://127.0.0.1:${address.port}`
  }

  client(secretAccessKey = credentials.secretAccessKey): S3Client {
    return new S3Client({
      region,
      endpoint: this.endpoint,
      forcePathStyle: true,
      credentials: { ...credentials, secretAccessKey },
    })
  }

  /** Moves the server's clock forward. Presigned URLs expire by it. */
  advance(ms: number): void {
    this.#aheadMs += ms
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(chunks)
    const { accessKeyId, secretAccessKey } = credentials
    const signed = { method, url, headers, body }
    const isAllowed =
      headers.authorization === undefined
        ? isPresigned(signed, accessKeyId, secretAccessKey, Date.now() + this.#aheadMs)
        : isSigned(signed, accessKeyId, secretAccessKey)
    const { pathname, searchParams: query } = new URL(url, 'http://localhost')
    const [, name, ...path] = pathname.split('/')
    const asked = { key: decodeURIComponent(path.join('/')), query, headers, body }
    const answer = !isAllowed
      ? failure(403, 'SignatureDoesNotMatch')
      : name === bucket
        ? this.#answer(method, asked)
        : failure(404, 'NoSuchBucket')
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }

  #answer(method: string, asked: Asked): Answer {
    const { key, query } = asked
    if (key === '') return query.has('uploads') ? this.#listUploads(asked) : failure(501, 'NotImplemented')
    if (method === 'POST') return query.has('uploads') ? this.#begin(key) : this.#complete(asked)
    if (method === 'PUT') return query.has('uploadId') ? this.#putPart(asked) : this.#put(asked)
    if (method === 'DELETE') return this.#delete(asked)
    return this.#get(asked)
  }

  #put({ key, body }: Asked): Answer {
    this.objects.set(key, body)
    return { status: 200, headers: { ETag: '"x"' } }
  }

  #get({ key, query, headers: { range } }: Asked): Answer {
    const object = this.objects.get(key)
    if (object === undefined) return failure(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (first === undefined || last === undefined) return whole(200, object, saidIn(query))
    if (Number(first) >= object.length) return failure(416, 'InvalidRange')
    return whole(206, object.subarray(Number(first), Number(last) + 1))
  }

  #delete({ key, query }: Asked): Answer {
    const uploadId = query.get('uploadId')
    if (uploadId === null) this.objects.delete(key)
    else if (!this.uploads.delete(uploadId)) return failure(404, 'NoSuchUpload')
    return { status: 204 }
  }

  #begin(key: string): Answer {
    this.#uploadCount += 1
    const uploadId = `upload-${this.#uploadCount}`
    this.uploads.set(uploadId, { key, parts: new Map() })
    return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${uploadId}</UploadId>`)
  }

  #putPart({ query, body }: Asked): Answer {
    const upload = this.uploads.get(query.get('uploadId') ?? '')
    if (upload === undefined) return failure(404, 'NoSuchUpload')
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { ETag: '"x"' } }
  }

  #complete({ key, query, body }: Asked): Answer {
    const uploadId = query.get('uploadId') ?? ''
    const { parts } = this.uploads.get(uploadId) ?? {}
    if (parts === undefined) return failure(404, 'NoSuchUpload')
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
      Number(n),
    )
    const named = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))
    if (named.slice(0, -1).some(({ length }) => length < minPartBytes)) return failure(400, 'EntityTooSmall')
    this.uploads.delete(uploadId)
    this.objects.set(key, Buffer.concat(named))
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"x"</ETag>`)
  }

  #listUploads({ query }: Asked): Answer {
    const prefix = query.get('prefix') ?? ''
    const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix))
    const listed = found.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    return xml('ListMultipartUploadsResult', `<Bucket>${bucket}</Bucket>${listed.join('')}`)
  }
}

/** Returns the response headers that the URL asks for. */
function saidIn(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['content-type', 'content-disposition'].flatMap((name) => {
      const value = query.get(`response-${name}`)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function whole(status: number, body: Buffer, said: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'Content-Length': String(body.length), ETag: '"x"', ...said }, body }
}

function xml(root: string, content: string, status = 200): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`
  return { status, headers: { 'Content-Type': 'application/xml' }, body }
}

function failure(status: number, code: string): Answer {
  return xml('Error', `<Code>${code}</Code><Message>${code}</Message>`, status)
}
