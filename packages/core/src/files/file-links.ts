import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileUrls, imagePrefix } from '../domain/file-urls.js'
import type { Ids } from '../ports/ids.js'
import type { Storage } from '../ports/storage.js'

const secretName = 'file_urls'
const secretBytes = 32

/** State of the signature of a file's URL. */
export type LinkState = 'good' | 'expired' | 'forged'

/**
 * Signs the URLs of files (decisions §6.14): anyone who has a URL may read the file until the URL expires. The signing
 * key is created once, by the first node that needs it, and kept in the storage, so all nodes use the same one, even
 * after a restart.
 */
export class FileLinks implements FileUrls {
  readonly #filesUrl: string
  readonly #lifetimeSeconds: number
  #key: Buffer | undefined

  /** `filesUrl` is {files_url}. */
  constructor(filesUrl: string, lifetimeSeconds: number) {
    this.#filesUrl = filesUrl
    this.#lifetimeSeconds = lifetimeSeconds
  }

  /** Loads the signing key, or creates it. Called after the storage is open and before the first URL is signed. */
  async open(storage: Pick<Storage, 'read' | 'transaction'>, ids: Ids): Promise<void> {
    const known = await storage.read.secrets.get(secretName)
    const made = Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
    const secret = known ?? (await storage.transaction((tx) => tx.secrets.getOrCreate(secretName, made)))
    this.#key = Buffer.from(secret, 'base64url')
  }

  getUrl(path: string, now: number): string {
    const url = `${this.#filesUrl}/${path}`
    if (path.startsWith(imagePrefix)) return url
    const expires = Math.floor(now / 1_000) + this.#lifetimeSeconds
    return `${url}?expires=${expires}&signature=${this.#sign(path, `${expires}`).toString('base64url')}`
  }

  check(path: string, query: URLSearchParams, now: number): LinkState {
    const expires = query.get('expires') ?? ''
    // The texts are compared, because a signature has exactly one valid spelling.
    const given = Buffer.from(query.get('signature') ?? '')
    const right = Buffer.from(this.#sign(path, expires).toString('base64url'))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
    return Number(expires) * 1_000 > now ? 'good' : 'expired'
  }

  #sign(path: string, expires: string): Buffer {
    if (this.#key === undefined) throw new TypeError('File URLs were requested before the engine was open')
    return createHmac('sha256', this.#key).update(`${path}\n${expires}`).digest()
  }
}
