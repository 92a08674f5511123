import { type Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'

export interface PushRequest {
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface PushWay {
  readonly agent: Agent
  readonly signal: AbortSignal
  /** Answers the addresses that a new connection may go to. */
  readonly lookup: LookupFunction
}

/** An answer says nothing that is read, and a service answers hardly anything. */
const maxAnswerBytes = 16_384

/**
 * The status of the answer. Redirects are not followed, and a service that wants to speak another protocol (101) has not
 * answered: the connection ends then without an error, so its end is what tells.
 */
export function post({ endpoint, headers, body }: PushRequest, way: PushWay): Promise<number> {
  return new Promise((resolve, reject) => {
    const unanswered = () => reject(new Error(`${endpoint.origin} did not answer`))
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
