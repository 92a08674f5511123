import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTable, type Parley, ParleyError } from '@parley/core'
import { scopes } from '@parley/core/contract'
import { ConsoleApps } from './console-apps.js'
import { ConsoleBots } from './console-bots.js'
import { consoleCaller } from './console-caller.js'
import type { Fields } from './console-fields.js'
import { ConsoleTeam } from './console-team.js'
import { ConsoleTokens } from './console-tokens.js'
import { ConsoleWebhooks } from './console-webhooks.js'
import { readJson, sendError, sendJson } from './json.js'
import type { Demo } from './provision.js'
import { RefusedError } from './refused.js'

export const CONSOLE_PREFIX = '/quickstart/console/'

type Handler = (fields: Fields) => Promise<unknown>
type Handlers = Readonly<Record<string, Handler>>

interface Services {
  /** Client id of the console's own app. */
  readonly clientId: string
  readonly me: { readonly id: string; readonly name: string }
  readonly apps: ConsoleApps
  readonly bots: ConsoleBots
  readonly team: ConsoleTeam
  readonly tokens: ConsoleTokens
  readonly webhooks: ConsoleWebhooks
}

/**
 * Handlers by path, after the prefix, and by method. The page calls the Configuration API directly for everything that
 * it offers.
 */
const routes: readonly (readonly [RegExp, (services: Services, id: string) => Handlers])[] = [
  [
    /^apps$/,
    ({ me, clientId, apps }) => ({
      GET: async () => ({ me, client_id: clientId, scopes: scopeList, apps: await apps.list() }),
      POST: (fields) => apps.create(fields),
    }),
  ],
  [
    /^apps\/([0-9a-f]{32})$/,
    ({ apps }, id) => ({ PATCH: (fields) => apps.update(id, fields), DELETE: () => apps.delete(id) }),
  ],
  [/^apps\/([0-9a-f]{32})\/secret$/, ({ apps }, id) => ({ POST: () => apps.rotateSecret(id) })],
  [/^bots$/, ({ bots }) => ({ POST: (fields) => bots.create(fields) })],
  [/^bots\/([0-9a-f]{32})$/, ({ bots }, id) => ({ PATCH: (fields) => bots.update(id, fields) })],
  [/^bots\/([0-9a-f]{32})\/secret$/, ({ bots }, id) => ({ GET: () => bots.secretKey(id) })],
  [/^tokens$/, ({ tokens }) => ({ POST: (fields) => tokens.issue(fields) })],
  [/^tokens\/revoke$/, ({ tokens }) => ({ POST: (fields) => tokens.revoke(fields) })],
  [
    /^agents$/,
    ({ team }) => ({
      GET: () => team.list(),
      POST: (fields) => team.create(fields),
      PATCH: (fields) => team.update(fields),
    }),
  ],
  [/^groups$/, ({ team }) => ({ POST: (fields) => team.createGroup(fields) })],
  [/^webhooks$/, ({ webhooks }) => ({ GET: () => webhooks.list() })],
  [
    /^webhooks\/([0-9a-f-]{32,36})\/deliveries$/,
    ({ webhooks }, id) => ({ GET: () => webhooks.deliveries(id) }),
  ],
  [/^webhooks\/([0-9a-f-]{32,36})\/enable$/, ({ webhooks }, id) => ({ POST: () => webhooks.enable(id) })],
  [/^deliveries\/([0-9a-f-]{36})\/again$/, ({ webhooks }, id) => ({ POST: () => webhooks.sendAgain(id) })],
]

/**
 * Handles the console's own endpoints, see `routes`. They accept only a bearer token, which no other site can make a
 * browser send.
 */
export async function answerConsole(
  request: IncomingMessage,
  response: ServerResponse,
  parley: Parley,
  demo: Demo,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]?.slice(CONSOLE_PREFIX.length) ?? ''
  const caller = await consoleCaller(parley, demo, request.headers)
  if (caller.kind === 'refused') return sendError(response, caller.status, caller.message)
  const { id, name } = caller.agent
  const handlers = handlersOf(path, {
    me: { id, name },
    clientId: demo.console.clientId,
    apps: new ConsoleApps(parley.admin, demo),
    bots: new ConsoleBots(parley, demo, id),
    team: new ConsoleTeam(parley.admin, demo, id),
    tokens: new ConsoleTokens(parley.admin, demo),
    webhooks: new ConsoleWebhooks(parley.admin, demo),
  })
  if (handlers === undefined) return sendError(response, 404, 'Not found')
  const handler = Object.hasOwn(handlers, request.method ?? '') ? handlers[request.method ?? ''] : undefined
  if (handler === undefined) {
    response.setHeader('Allow', Object.keys(handlers).join(', '))
    return sendError(response, 405, 'Method not allowed')
  }
  await answer(response, async () => handler((await readJson(request)) ?? {}))
}

function handlersOf(path: string, services: Services): Handlers | undefined {
  for (const [pattern, of] of routes) {
    const found = pattern.exec(path)
    if (found !== null) return of(services, found[1] ?? '')
  }
  return undefined
}

const scopeList = Object.entries(scopes).map(([name, { level, meaning }]) => ({ name, level, meaning }))

/**
 * Runs a handler and sends its result. Errors that the administrator can correct are sent with Parley's message,
 * without the data for programs.
 */
async function answer(response: ServerResponse, work: () => Promise<unknown>): Promise<void> {
  try {
    sendJson(response, 200, await work())
  } catch (error) {
    if (error instanceof RefusedError) {
      sendError(response, 400, asSentence(error.message))
      return
    }
    if (!(error instanceof ParleyError)) throw error
    const { status, message } = errorTable[error.type]
    sendError(
      response,
      status,
      asSentence(error.message.replace(`${message}: `, '').replace(/^(?:options|payload)\./, '')),
    )
  }
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
