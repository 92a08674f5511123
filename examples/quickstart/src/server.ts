import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { attachRtm, createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import type { Pages } from './pages.js'
import { refusal } from './same-site.js'
import { answerSession, SESSION_PREFIX } from './session-endpoint.js'
import type { Sessions } from './sessions.js'

/** Parley in a server of one's own: what is not the quickstart's goes to Parley. */
export function createQuickstartServer(parley: Parley, pages: Pages, sessions: Sessions): Server {
  const toParley = createListener(parley)
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (!isOwn(path, pages)) {
      toParley(request, response)
      return
    }
    answer(request, response, path).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  attachRtm(server, parley)
  return server

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const refused = refusal(request.headers)
    if (refused !== undefined) return sendText(response, 403, refused)
    if (path.startsWith(SESSION_PREFIX)) return answerSession(request, response, path, sessions)
    return answerPage(request, response, path, pages)
  }
}

function isOwn(path: string, pages: Pages): boolean {
  return path.startsWith(SESSION_PREFIX) || pages(path) !== undefined
}

async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  pages: Pages,
): Promise<void> {
  const page = pages(path)
  if (page === undefined) return sendText(response, 404, 'Not found')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return sendText(response, 405, 'Method not allowed')
  }
  const content = await page.read()
  response.writeHead(200, {
    'Content-Type': page.contentType,
    'Content-Length': content.byteLength,
    'Content-Security-Policy': contentSecurityPolicy(request.headers.host ?? ''),
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}

/** Not every browser lets `'self'` include the websocket scheme, so it is named. */
function contentSecurityPolicy(host: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(`${text}\n`)
}
