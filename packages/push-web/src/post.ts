import { type Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** How a request is sent. */
export interface PushWay {
  readonly agent: Agent
  readonly signal: AbortSignal
  /** Look-up that returns the addresses a new connection may use. */
  readonly lookup: LookupFunction
}

/** Maximum response body, in bytes. Nothing in the body is used, and push services send hardly any. */
const maxAnswerBytes = 16_384

/**
 * Sends the request and returns the status of the response. Redirects are not followed. A response that switches
 * protocols (101) counts as none: the connection closes without an error, so the close rejects the promise.
 */
export function post({ endpoint, headers, body }: PushRequest, way: PushWay): Promise<number> {
  return new Promise((resolve, reject) => {
    const unanswered = () => reject(new Error(`${endpoint.origin} did not respond`))
    const sent = request(endpoint, { method: 'POST', headers: { ...headers }, ...way }, (answer) => {
      sent.off('close', unanswered)
      let readBytes = 0
      answer.on('data', ({ length }: Buffer) => {
        readBytes += length
        if (readBytes > maxAnswerBytes) answer.destroy()
      })
      answer.on('error', reject)
      answer.on('close', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.on('close', unanswered)
    sent.end(body)
  })
}
