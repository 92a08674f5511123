import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type FileRange, type Files, ParleyConfigError, type PresignOptions } from '@parley/core/ports'

/** Options of `s3Files`. */
export interface S3FilesOptions {
  /** Client of the AWS SDK, with its region, endpoint, credentials, retries and timeouts. The host destroys it. */
  readonly client: S3Client
  /** Name of the bucket. */
  readonly bucket: string
  /** Prefix of all keys, such as `parley/`. Default: none. */
  readonly prefix?: string
  /**
   * Whether a download of an attachment is redirected to a signed URL of the bucket, valid for one minute, instead of
   * passing through Parley. Images always pass through Parley. Default: `false`.
   */
  readonly redirects?: boolean
}

/**
 * Keeps files in a private bucket of Amazon S3 or a compatible store. During an upload one part of 5 MiB is in memory,
 * the smallest part that S3 accepts. Needs permission to get, put, delete and list objects, and to list and abort
 * multipart uploads.
 */
export function s3Files(options: S3FilesOptions): Files {
  const { client, bucket, prefix = '', redirects = false } = options ?? {}
  if (typeof bucket !== 'string' || bucket === '') {
    const message = "s3Files needs a bucket, such as s3Files({ client, bucket: 'files' })"
    throw new ParleyConfigError('option_required', { option: 's3Files.bucket', message })
  }
  if (typeof client?.send !== 'function') {
    const message = 's3Files needs a client, such as s3Files({ client: new S3Client(), bucket })'
    throw new ParleyConfigError('option_required', { option: 's3Files.client', message })
  }
  return redirects ? new RedirectingS3Files(client, bucket, prefix) : new S3Files(client, bucket, prefix)
}

const keyPattern = /^[0-9a-f]{64}$/
const probeKey = '0'.repeat(64)
const partBytes = 5 * 1_048_576
const chunkBytes = 65_536
const missingStatus = 404

class S3Files implements Files {
  protected readonly client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.client = client
    this.#bucket = bucket
    this.#prefix = prefix
  }

  /**
   * Uploads a long file in parts. No part is readable before the upload is complete, and a failed upload is aborted.
   */
  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const location = this.locationOf(key)
    const source = new WatchedSource(chunks)
    const body = Readable.from(source.chunks())
    const params = { ...location, Body: body, ContentType: 'application/octet-stream' }
    try {
      await new Upload({ client: this.client, params, partSize: partBytes, queueSize: 1 }).done()
    } catch (cause) {
      throw source.failure?.cause ?? cause
    } finally {
      body.destroy()
    }
  }

  async *read(key: string, { start, end }: FileRange): AsyncGenerator<Uint8Array> {
    const location = this.locationOf(key)
    // S3 rejects an empty range.
    if (start === end) return
    const request = { ...location, Range: `bytes=${start}-${end - 1}` }
    const { Body: body } = await this.client.send(new GetObjectCommand(request))
    if (!(body instanceof Readable)) throw new TypeError('The S3 client returned no stream')
    let left = end - start
    try {
      for await (const chunk of body) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('The S3 client returned no bytes')
        left -= chunk.length
        for (let at = 0; at < chunk.length; at += chunkBytes) yield chunk.subarray(at, at + chunkBytes)
      }
      if (left !== 0) throw new Error(`The file ${key} has less than ${end} bytes`)
    } finally {
      body.destroy()
    }
  }

  async size(key: string): Promise<number | undefined> {
    const location = this.locationOf(key)
    try {
      return (await this.client.send(new HeadObjectCommand(location))).ContentLength
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }

  async remove(key: string): Promise<void> {
    const { Bucket, Key } = this.locationOf(key)
    await this.client.send(new DeleteObjectCommand({ Bucket, Key }))
    const { Uploads: uploads = [] } = await this.client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: Key }),
    )
    for (const { UploadId } of uploads) {
      await this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }
  }

  /**
   * Rejects when the store refuses to list the bucket, because it will refuse later requests too. A store that is
   * unreachable or busy passes.
   */
  async check(): Promise<void> {
    const { Bucket, Key } = this.locationOf(probeKey)
    try {
      await this.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key, MaxUploads: 1 }))
    } catch (cause) {
      if (!isRefusal(cause)) return
      const mend = 'check its name, its region, and the permissions of the credentials'
      const message = `s3Files cannot use the bucket ${Bucket}: ${cause.name}; ${mend}`
      throw new ParleyConfigError('files_unusable', { option: 's3Files.bucket', message, cause })
    }
  }

  /** Rejects when the store does not respond or does not allow reading. No file has this key. */
  async ping(): Promise<void> {
    await this.size(probeKey)
  }

  protected locationOf(key: string): { readonly Bucket: string; readonly Key: string } {
    if (!keyPattern.test(key)) {
      const message = 'A file key consists of 64 lower-case hexadecimal digits'
      throw new ParleyConfigError('argument_invalid', { option: 'files.key', message })
    }
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` }
  }
}

class RedirectingS3Files extends S3Files {
  presign(key: string, options: PresignOptions): Promise<string> {
    const { lifetimeSeconds, contentType, contentDisposition } = options
    const headers = { ResponseContentType: contentType, ResponseContentDisposition: contentDisposition }
    const request = new GetObjectCommand({ ...this.locationOf(key), ...headers })
    return getSignedUrl(this.client, request, { expiresIn: lifetimeSeconds })
  }
}

/**
 * Remembers the error of the source. An upload that fails because of it rejects with an error of the AWS client
 * instead.
 */
class WatchedSource {
  readonly #chunks: AsyncIterable<Uint8Array>
  failure: { readonly cause: unknown } | undefined

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#chunks
    } catch (cause) {
      this.failure = { cause }
      throw cause
    }
  }
}

function isRefusal(cause: unknown): cause is S3ServiceException {
  if (!(cause instanceof S3ServiceException)) return false
  const { httpStatusCode = 500 } = cause.$metadata
  return httpStatusCode < 500 && httpStatusCode !== 408 && httpStatusCode !== 429
}

function isMissing(cause: unknown): boolean {
  return cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === missingStatus
}
