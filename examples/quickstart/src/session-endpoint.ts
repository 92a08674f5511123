import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sessions } from './sessions.js'

export const SESSION_PREFIX = '/quickstart/session/'

const CUSTOMER_COOKIE = 'quickstart_customer'
const COOKIE_LIFETIME_SECONDS = 30 * 24 * 3600
const MAX_BODY_BYTES = 1024

/**
 * `POST /quickstart/session/customer` and `…/agent` with `{"agent":"ada"}`. The customer is remembered by a
 * cookie, so each browser is one customer.
 */
export async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  sessions: Sessions,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return sendJson(response, 405, { error: 'Method not allowed' })
  }
  const kind = path.slice(SESSION_PREFIX.length)
  if (kind === 'customer') return answerCustomer(request, response, sessions)
  if (kind === 'agent') return answerAgent(request, response, sessions)
  return sendJson(response, 404, { error: 'Not found' })
}

async function answerCustomer(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions,
): Promise<void> {
  const session = await sessions.forCustomer(readCookie(request.headers.cookie, CUSTOMER_COOKIE))
  response.setHeader(
    'Set-Cookie',
    `${CUSTOMER_COOKIE}=${session.customer_id}; Path=${SESSION_PREFIX}; Max-Age=${COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`,
  )
  return sendJson(response, 200, session)
}

async function answerAgent(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions,
): Promise<void> {
  const key = agentKeyIn(await readBody(request))
  if (key === undefined) return sendJson(response, 400, { error: 'Expected {"agent": "…"}' })
  const session = await sessions.forAgent(key)
  if (session === undefined) return sendJson(response, 404, { error: 'No such agent' })
  return sendJson(response, 200, session)
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  return header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}

/** The body as text; `undefined` when it is longer than any honest one. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return undefined
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function agentKeyIn(body: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '')
    if (typeof parsed !== 'object' || parsed === null || !('agent' in parsed)) return undefined
    return typeof parsed.agent === 'string' ? parsed.agent : undefined
  } catch {
    return undefined
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}
