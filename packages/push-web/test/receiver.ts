import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate } from '../../../test/support/certificate.js'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'

/** A response of the push service. `null` means that it never responds. */
export interface PushResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A local push service that records what it receives. */
export class Receiver {
  readonly received: Received[] = []
  /** Responses by path. Other paths respond with 201. */
  readonly answers = new Map<string, PushResponse | null>()
  readonly #server: Server

  constructor() {
    this.#server = createServer(certificate, (request, response) => {
      void this.#answer(request).then((answer) => {
        if (answer === null) return
        if (answer.status === 101) request.socket.write(switching)
        else response.writeHead(answer.status, answer.headers).end(answer.body)
      })
    })
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get origin(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves when the next connection to the service has ended. */
  async nextEnd(): Promise<void> {
    const [socket] = await once(this.#server, 'secureConnection')
    await once(socket, 'close')
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage): Promise<PushResponse | null> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    const answer = this.answers.get(path)
    return answer === undefined ? { status: 201 } : answer
  }
}

/** A subscribed browser with its own keys. */
export class Browser {
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly endpoint: string

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#ecdh.generateKeys()
  }

  get token(): string {
    const keys = { p256dh: this.#ecdh.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
    return JSON.stringify({ endpoint: this.endpoint, expirationTime: null, keys })
  }

  /**
   * Decrypts a message (RFC 8291 and RFC 8188): one record after the salt, the record size and the sender's key, ended
   * by a delimiter.
   */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const keyEnd = 21 + body.readUInt8(20)
    const senderKey = body.subarray(21, keyEnd)
    const shared = this.#ecdh.computeSecret(senderKey)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), senderKey])
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32))
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(body.subarray(-16))
    const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
    const end = record.lastIndexOf(2)
    assert.ok(record.subarray(end + 1).every((byte) => byte === 0))
    return record.subarray(0, end).toString()
  }
}

/** Returns the claims of a VAPID token (RFC 8292). Fails unless it is signed with `publicKey`. */
export function claimsOf(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? []
  assert.equal(key, publicKey)
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const options = { key: signer, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
  assert.equal(JSON.parse(Buffer.from(header, 'base64url').toString()).alg, 'ES256')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
