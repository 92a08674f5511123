import { type Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** How a request is sent. */
export interface PostOptions {
  readonly agent: Agent
  readonly signal: AbortSignal
  /** Look-up that returns the addresses a new connection may use. */
  readonly lookup: LookupFunction
}

/** Maximum response body, in bytes. Nothing in the body is used, and push services send hardly any. */
const maxResponseBytes = 16_384

/**
 * Sends the request and returns the status of the response. Redirects are not followed. A response that switches
 * protocols (101) counts as none: the connection closes without an error, so the close rejects the promise.
 */
export function post({ endpoint, headers, body }: PushRequest, options: PostOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const onNoResponse = () => reject(new Error(`${endpoint.origin} did not respond`))
    const sent = request(endpoint, { method: 'POST', headers: { ...headers }, ...options }, (response) => {
      sent.off('close', onNoResponse)
      let readBytes = 0
      response.on('data', ({ length }: Buffer) => {
        readBytes += length
        if (readBytes > maxResponseBytes) response.destroy()
      })
      response.on('error', reject)
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.on('close', onNoResponse)
    sent.end(body)
  })
}
