import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileUrls, imagePrefix } from '../domain/file-urls.js'
import type { Ids } from '../ports/ids.js'
import type { Storage } from '../ports/storage.js'

const secretName = 'file_urls'
const secretBytes = 32

/** What is wrong with the signature of an address, if anything is. */
export type LinkState = 'good' | 'expired' | 'forged'

/**
 * Addresses of files (decisions §6.14): whoever has one may read the file until it expires. The key is made once, by
 * whichever node needs it first, and kept in the storage: all nodes sign alike, also after a restart.
 */
export class FileLinks implements FileUrls {
  readonly #filesUrl: string
  readonly #lifetimeSeconds: number
  #key: Buffer | undefined

  /** `filesUrl`: {files_url}. */
  constructor(filesUrl: string, lifetimeSeconds: number) {
    this.#filesUrl = filesUrl
    this.#lifetimeSeconds = lifetimeSeconds
  }

  /** Once the storage is open, and before any address is asked for. */
  async open(storage: Pick<Storage, 'read' | 'transaction'>, ids: Ids): Promise<void> {
    const known = await storage.read.secrets.get(secretName)
    const made = Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
    const secret = known ?? (await storage.transaction((tx) => tx.secrets.establish(secretName, made)))
    this.#key = Buffer.from(secret, 'base64url')
  }

  urlOf(path: string, now: number): string {
    const url = `${this.#filesUrl}/${path}`
    if (path.startsWith(imagePrefix)) return url
    const expires = Math.floor(now / 1_000) + this.#lifetimeSeconds
    return `${url}?expires=${expires}&signature=${this.#sign(path, `${expires}`).toString('base64url')}`
  }

  check(path: string, query: URLSearchParams, now: number): LinkState {
    const expires = query.get('expires') ?? ''
    // As it was written: an address has no other form.
    const given = Buffer.from(query.get('signature') ?? '')
    const right = Buffer.from(this.#sign(path, expires).toString('base64url'))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
    return Number(expires) * 1_000 > now ? 'good' : 'expired'
  }

  #sign(path: string, expires: string): Buffer {
    if (this.#key === undefined)
      throw new TypeError('Addresses of files are asked for before the engine is open')
    return createHmac('sha256', this.#key).update(`${path}\n${expires}`).digest()
  }
}
