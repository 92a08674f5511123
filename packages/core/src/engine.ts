import * as agentActions from './actions/agent/index.js'
import * as customerActions from './actions/customer/index.js'
import { type Admin, createAdmin } from './admin/admin.js'
import type { Edge } from './edge/edge.js'
import { fromWebRequest, toWebResponse } from './edge/fetch.js'
import type { HttpRequest } from './edge/http.js'
import { isOwnPath } from './edge/routes.js'
import {
  type AgentMethods,
  type AgentReference,
  agentMethods,
  type CustomerMethods,
  type CustomerReference,
  customerMethods,
} from './in-process.js'
import type { ParleyOptions } from './options.js'
import { createParts, type EngineParts } from './wiring.js'

export interface Health {
  /** `unavailable`: the storage does not answer. */
  readonly status: 'ok' | 'unavailable'
}

/** One engine: see the guide for how it is mounted. */
export interface Parley extends Edge {
  readonly admin: Admin
  /** The actions of the newest API, in process: same validation, scopes and pushes. */
  as(agent: AgentReference): AgentMethods
  as(customer: CustomerReference): CustomerMethods
  /** {@link Edge.http} for web-standard hosts. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>
  health(): Promise<Health>
  /**
   * Refuses new requests, answers those under way for at most `drainMs` (default 10,000), closes every connection
   * (1012), then the storage and the bus. Leaves no handle. Idempotent.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/** Opens the storage and starts the engine. Throws a `TypeError` for a bad option, a `StorageError` for the storage. */
export async function createParley(options: ParleyOptions): Promise<Parley> {
  const parts = createParts(options, [...Object.values(agentActions), ...Object.values(customerActions)])
  await parts.storage.open()
  const { settings, storage, authApi, httpApi, rtmSessions } = parts
  const answer = (request: HttpRequest) =>
    authApi.owns(request.path) ? authApi.answer(request) : httpApi.answer(request)
  const { dispatcher, emit } = parts
  const inProcess = { dispatcher, bounds: settings.limits, read: storage.read, emit }
  let closing: Promise<void> | undefined

  function as(agent: AgentReference): AgentMethods
  function as(customer: CustomerReference): CustomerMethods
  function as(reference: AgentReference | CustomerReference): AgentMethods | CustomerMethods {
    return 'agentId' in reference ? agentMethods(inProcess, reference) : customerMethods(inProcess, reference)
  }

  return {
    admin: createAdmin(parts),
    as,
    owns: (path) => authApi.owns(path) || isOwnPath(path, settings.paths),
    http: answer,
    fetch: async (request, remoteAddress) =>
      toWebResponse(await answer(fromWebRequest(request, remoteAddress ?? null))),
    refuseRtm: (handshake) => rtmSessions.refuse(handshake),
    rtm: (connection, handshake) => rtmSessions.open(connection, handshake),
    maxRtmFrameBytes: settings.limits.bodyBytes,
    health: () => health(parts),
    close: ({ drainMs = 10_000 } = {}) => {
      closing ??= close(parts, drainMs)
      return closing
    },
  }
}

async function health({ storage, logger }: EngineParts): Promise<Health> {
  try {
    await storage.ping()
    return { status: 'ok' }
  } catch (cause) {
    logger.warn('The storage does not answer', { cause })
    return { status: 'unavailable' }
  }
}

async function close(parts: EngineParts, drainMs: number): Promise<void> {
  parts.dispatcher.beginClosing()
  await drained(parts, drainMs)
  parts.rtmSessions.close()
  parts.deadlines.close()
  parts.bodyDeadlines.close()
  await Promise.all([parts.presence.close(), parts.housekeeping.close()])
  await parts.bus.close()
  await parts.storage.close()
}

/** Resolves once all that is under way is answered, at the latest after `drainMs`. */
function drained({ clock, deadlines, rtmSessions }: EngineParts, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      resolve()
    }
    const stop = clock.every(Math.max(1, drainMs), end)
    Promise.all([deadlines.idle(), rtmSessions.idle()]).then(end)
  })
}
