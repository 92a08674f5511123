import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTable, type Parley, ParleyError } from '@parley/core'
import { scopes } from '@parley/core/contract'
import { ConsoleApps } from './console-apps.js'
import { consoleCaller } from './console-caller.js'
import { readJson, sendError, sendJson } from './json.js'
import type { Demo } from './provision.js'

export const CONSOLE_PREFIX = '/quickstart/console/'

type Body = Readonly<Record<string, unknown>>
type Handler = (body: Body) => Promise<unknown>

const secretPath = /^apps\/([0-9a-f]{32})\/secret$/
const appPath = /^apps\/([0-9a-f]{32})$/

/**
 * The console's own endpoints: `GET` and `POST …/apps`, `PATCH` and `DELETE …/apps/{client_id}`,
 * `POST …/apps/{client_id}/secret`. They go by the bearer token alone, which no other site can make a browser send.
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
  const handlers = handlersOf(path, new ConsoleApps(parley.admin, demo), { id, name })
  if (handlers === undefined) return sendError(response, 404, 'Not found')
  const handler = Object.hasOwn(handlers, request.method ?? '') ? handlers[request.method ?? ''] : undefined
  if (handler === undefined) {
    response.setHeader('Allow', Object.keys(handlers).join(', '))
    return sendError(response, 405, 'Method not allowed')
  }
  await answer(response, async () => handler((await readJson(request)) ?? {}))
}

function handlersOf(
  path: string,
  apps: ConsoleApps,
  me: { readonly id: string; readonly name: string },
): Readonly<Record<string, Handler>> | undefined {
  if (path === 'apps') {
    return {
      GET: async () => ({ me, scopes: scopeList, apps: await apps.list() }),
      POST: (body) => apps.register(body),
    }
  }
  const secretOf = secretPath.exec(path)?.[1]
  if (secretOf !== undefined) return { POST: () => apps.rotateSecret(secretOf) }
  const clientId = appPath.exec(path)?.[1]
  if (clientId === undefined) return undefined
  return { PATCH: (body) => apps.update(clientId, body), DELETE: () => apps.remove(clientId) }
}

const scopeList = Object.entries(scopes).map(([name, { level, meaning }]) => ({ name, level, meaning }))

/** What the administrator can put right is told in Parley's own words, without what programs go by. */
async function answer(response: ServerResponse, work: () => Promise<unknown>): Promise<void> {
  try {
    sendJson(response, 200, await work())
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    const { status, message } = errorTable[error.type]
    sendError(response, status, asSentence(error.message.replace(`${message}: `, '')))
  }
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
