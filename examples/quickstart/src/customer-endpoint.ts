import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Parley } from '@parley/core'
import { sendError, sendJson } from './json.js'
import type { Demo } from './provision.js'

export const CUSTOMER_SESSION_PATH = '/quickstart/customer-session'

const COOKIE = 'quickstart_customer'
const COOKIE_LIFETIME_SECONDS = 30 * 24 * 3600

/**
 * Answers `POST` with a customer token for the page. A cookie remembers the customer, so each browser is one customer.
 * A host that knows its visitors would identify them here before it issues a token.
 */
export async function answerCustomerSession(
  request: IncomingMessage,
  response: ServerResponse,
  { admin }: Parley,
  { licenseId, desk }: Demo,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return sendError(response, 405, 'Method not allowed')
  }
  const known = await knownCustomer(admin, licenseId, readCookie(request.headers.cookie))
  const { accessToken, customerId } = await admin.tokens.createForCustomer({
    licenseId,
    clientId: desk.clientId,
    ...(known !== undefined && { customerId: known }),
  })
  response.setHeader(
    'Set-Cookie',
    `${COOKIE}=${customerId}; Path=${CUSTOMER_SESSION_PATH}; Max-Age=${COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`,
  )
  sendJson(response, 200, { access_token: accessToken, license_id: licenseId, customer_id: customerId })
}

/** Returns the remembered customer, if it still exists: its database may have been deleted. */
async function knownCustomer(
  admin: Parley['admin'],
  licenseId: number,
  id: string | undefined,
): Promise<string | undefined> {
  const customer = id === undefined ? undefined : await admin.customers.get(id)
  return customer?.licenseId === licenseId ? customer.id : undefined
}

function readCookie(header: string | undefined): string | undefined {
  const prefix = `${COOKIE}=`
  return header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}
