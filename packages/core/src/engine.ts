import { everyAction } from './actions/index.js'
import { type Admin, createAdmin } from './admin/admin.js'
import { closeParts } from './background/closing.js'
import type { Edge } from './edge/edge.js'
import type { HttpRequest } from './edge/http/http.js'
import { corsHeaders } from './edge/http/responses.js'
import { type FetchOptions, fromWebRequest } from './edge/http/web-request.js'
import { toWebResponse } from './edge/http/web-response.js'
import { isOwnPath, isSocketIoPath } from './edge/protocol/routes.js'
import type { EventName, ParleyEvents } from './facts/fact-listeners.js'
import type { Health } from './health/health.js'
import {
  type AgentMethods,
  type AgentReference,
  agentMethods,
  type CustomerMethods,
  type CustomerReference,
  customerMethods,
  isAgentReference,
} from './in-process.js'
import type { Metrics } from './metrics.js'
import type { FixedOverrides } from './options/fixed-values.js'
import type { ParleyOptions } from './options/options.js'
import { createDependencies, type EngineDependencies } from './wiring/wiring.js'

/** A running engine. The guide shows how to mount it on a server. */
export interface Parley extends Edge {
  readonly admin: Admin
  /**
   * Returns the actions of the newest API as methods for an agent or a customer, in process, with the same validation,
   * scopes and pushes as over the network. Throws a `ParleyConfigError` when the reference names neither.
   */
  as(agent: AgentReference): AgentMethods
  as(customer: CustomerReference): CustomerMethods
  /** Handles a request of a web-standard host, like {@link Edge.http}. */
  fetch(request: Request, options?: FetchOptions): Promise<Response>
  /** Handles a request, and ignores what else the host passes to its handlers, such as bindings or a server. */
  fetch(request: Request, foreign: unknown): Promise<Response>
  /**
   * Calls the listener for every fact of that name that this node commits, once it is durable (decisions §16.11), in
   * the order of the commits of a chat. Returns a function that removes the listener. Throws a `ParleyConfigError` for
   * an unknown name. The listener runs in a later turn of the event loop than the action resolves in.
   *
   * A listener that is slow or throws affects nothing else: at most 1,000 facts wait for it, and `lagged` reports how
   * many it has missed. Use webhooks when every event must arrive.
   */
  on<N extends EventName>(name: N, listener: (event: ParleyEvents[N]) => unknown): () => void
  /**
   * Checks whether this node can serve, and which of its parts does not respond. Takes at most 2 s, and never rejects.
   */
  health(): Promise<Health>
  /** Returns a snapshot of this node's metrics, immediately and without a query to the storage. */
  metrics(): Metrics
  /**
   * Shuts the engine down. Refuses new requests and incomplete bodies with `service_unavailable`, waits at most
   * `drainMs` (default 10,000) for running requests and then refuses them, closes every connection (code 1012, with
   * half a second for the client to close too), lets listeners take the facts that wait for them (half a second at
   * most), then closes the storage and the bus. Leaves no open handle. Calling it again has no further effect.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/**
 * Opens the storage and starts the engine. Throws a `ParleyConfigError` for an invalid option or a missing encryption
 * key, a `StorageError` from the storage, and the error of `files.check` when files cannot be stored.
 */
export async function createParley(options: ParleyOptions): Promise<Parley> {
  return createParleyWith({}, options)
}

/**
 * Starts an engine like {@link createParley}, with some of its fixed limits, pauses and sizes replaced. It is meant for
 * tests of the engine that would take too long, or too much data, otherwise.
 */
export async function createParleyWith(overrides: FixedOverrides, options: ParleyOptions): Promise<Parley> {
  const dependencies = createDependencies(options, everyAction, overrides)
  await open(dependencies)
  dependencies.background.startJobs()
  const { settings, storage, changes, authorizationApi, fileApi, healthApi, webApi } = dependencies
  const handleRequest = (arrived: HttpRequest) => {
    const remoteAddress = clientAddresses.resolve(arrived)
    const request = remoteAddress === arrived.remoteAddress ? arrived : { ...arrived, remoteAddress }
    if (authorizationApi.owns(request.path)) return authorizationApi.handle(request)
    if (healthApi.owns(request.path)) return healthApi.handle(request)
    return fileApi.owns(request.path) ? fileApi.handle(request) : webApi.handle(request)
  }
  const { connections, clientAddresses, dispatcher, listeners, responsePaces, clock } = dependencies
  const inProcess = { dispatcher, bounds: settings.limits, read: storage.read, clock }
  let closing: Promise<void> | undefined

  function as(agent: AgentReference): AgentMethods
  function as(customer: CustomerReference): CustomerMethods
  function as(reference: AgentReference | CustomerReference): AgentMethods | CustomerMethods {
    return isAgentReference(reference)
      ? agentMethods(inProcess, reference)
      : customerMethods(inProcess, reference)
  }

  return {
    admin: createAdmin(dependencies),
    as,
    owns: (path) =>
      authorizationApi.owns(path) ||
      fileApi.owns(path) ||
      healthApi.owns(path) ||
      isOwnPath(path, settings.paths),
    paths: Object.values(settings.paths),
    isSocketIo: (path) => isSocketIoPath(path, settings.paths),
    corsHeaders: (headers) => corsHeaders(headers, settings.corsOrigins) ?? {},
    http: handleRequest,
    fetch: async (request: Request, options?: unknown) =>
      toWebResponse(await handleRequest(fromWebRequest(request, options)), request.method, responsePaces),
    refuseRtm: (handshake) => connections.refuse(handshake),
    rtm: (connection, handshake) => connections.open(connection, handshake),
    isCommitting: () => changes.areInProgress,
    maxRtmFrameBytes: settings.limits.bodyBytes,
    on: (name, listener) => listeners.on(name, listener),
    health: () => dependencies.health.now(),
    metrics: () => ({
      housekeeping: dependencies.housekeeping.metrics(),
      search: dependencies.search.metrics(),
      webhooks: dependencies.deliveries.metrics(),
      bus: dependencies.late.metrics(),
    }),
    close: ({ drainMs = 10_000 } = {}) => {
      closing ??= close(dependencies, drainMs)
      return closing
    },
  }
}

/** Opens everything that the engine needs. Closes the storage again when the engine cannot start. */
async function open(dependencies: EngineDependencies): Promise<void> {
  const { storage, bus, files, fileLinks, ids, secretKeys, background } = dependencies
  await storage.open()
  try {
    await files?.check?.()
    await background.start()
    await fileLinks.open(storage, ids)
    secretKeys.check(await storage.read.webhooks.listSealPrefixes())
    await bus?.start(() => void resume(dependencies))
  } catch (cause) {
    await storage.close()
    throw cause
  }
}

async function close({ shutdown, stages, clock }: EngineDependencies, drainMs: number): Promise<void> {
  shutdown.begin()
  await closeParts(stages, { clock, drainMs })
}

/**
 * Recovers after the bus was down, because facts of other nodes may be lost (decisions §16.10). Clears the caches, and
 * lets each session catch up.
 */
async function resume(engine: EngineDependencies): Promise<void> {
  engine.logger.warn('Facts of other nodes may have been lost: caches are cleared, and sessions catch up')
  await engine.subscriptions?.resume()
  engine.identities.forgetAll()
  engine.configurations.forgetAll()
  engine.heads.forgetAll()
  engine.connections.recover()
}
