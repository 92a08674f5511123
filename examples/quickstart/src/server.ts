import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { attachRtm, createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import { answerColleagues, COLLEAGUES_PATH } from './colleagues-endpoint.js'
import { answerConsole, CONSOLE_PREFIX } from './console-endpoint.js'
import { answerCustomerSession, CUSTOMER_SESSION_PATH } from './customer-endpoint.js'
import { sendError, sendJson } from './json.js'
import type { Page } from './page.js'
import type { Pages } from './pages.js'
import type { Demo } from './provision.js'
import { refusal } from './same-site.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const SETTINGS_PATH = '/quickstart/settings'

/** Creates a server that answers the quickstart's own paths and passes all others to Parley. */
export function createQuickstartServer(parley: Parley, pages: Pages, demo: Demo): Server {
  const toParley = createListener(parley)
  const server = createServer((request, response) => {
    const own = ownAnswer((request.url ?? '/').split('?', 1)[0] ?? '/')
    if (own === undefined) return toParley(request, response)
    const refused = refusal(request.headers)
    if (refused !== undefined) return sendError(response, 403, refused)
    own(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  attachRtm(server, parley)
  return server

  function ownAnswer(path: string): Answer | undefined {
    if (path === CUSTOMER_SESSION_PATH)
      return (...exchange) => answerCustomerSession(...exchange, parley, demo)
    if (path === COLLEAGUES_PATH) return (...exchange) => answerColleagues(...exchange, parley, demo)
    if (path.startsWith(CONSOLE_PREFIX)) return (...exchange) => answerConsole(...exchange, parley, demo)
    if (path === SETTINGS_PATH) return async (_, response) => answerSettings(response, demo)
    const page = pages(path)
    return page && ((...exchange) => answerPage(...exchange, page))
  }
}

/** Sends what the pages need for signing in, and the names of the teams. None of it is secret. */
function answerSettings(response: ServerResponse, { desk, console, reference, teams }: Demo): void {
  const clientIds = { desk: desk.clientId, console: console.clientId, reference: reference.clientId }
  sendJson(response, 200, { client_ids: clientIds, teams: teams.list() })
}

async function answerPage(request: IncomingMessage, response: ServerResponse, page: Page): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return sendError(response, 405, 'Method not allowed')
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

/** Returns the security policy. It names the websocket address, because not every browser includes it in `'self'`. */
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
