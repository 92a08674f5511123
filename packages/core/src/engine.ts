import { everyAction } from './actions/index.js'
import { type Admin, createAdmin } from './admin/admin.js'
import { atMost } from './clock/at-most.js'
import type { Edge } from './edge/edge.js'
import type { HttpRequest } from './edge/http/http.js'
import { corsHeaders } from './edge/http/responses.js'
import { type FetchOptions, fromWebRequest } from './edge/http/web-request.js'
import { toWebResponse } from './edge/http/web-response.js'
import { isOwnPath, isSocketIoPath } from './edge/protocol/routes.js'
import { ShuttingDownError } from './errors.js'
import type { EventName, ParleyEvents } from './facts/fact-listeners.js'
import type { Health } from './health/health.js'
import { SchemaWatch } from './health/schema-watch.js'
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
import { resume } from './wiring/resume.js'
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

/** Time for final messages that only need to reach the other side, in milliseconds. */
const farewellMs = 500

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
  dependencies.background.add(watchSchema(dependencies))
  await open(dependencies)
  dependencies.background.start()
  const { settings, storage, changes, authorizationApi, fileApi, healthApi, webApi } = dependencies
  const handleRequest = (arrived: HttpRequest) => {
    const remoteAddress = clientAddresses.resolve(arrived)
    const request = remoteAddress === arrived.remoteAddress ? arrived : { ...arrived, remoteAddress }
    if (authorizationApi.owns(request.path)) return authorizationApi.handle(request)
    if (healthApi.owns(request.path)) return healthApi.handle(request)
    return fileApi.owns(request.path) ? fileApi.handle(request) : webApi.handle(request)
  }
  const { rtmSessions, clientAddresses, dispatcher, listeners, responsePaces, clock } = dependencies
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
    refuseRtm: (handshake) => rtmSessions.refuse(handshake),
    rtm: (connection, handshake) => rtmSessions.open(connection, handshake),
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

/**
 * Creates the job that stops serving when a newer release has migrated the schema, so that clients connect to other
 * nodes.
 */
function watchSchema(dependencies: EngineDependencies): SchemaWatch {
  const { storage, logger, settings, shutdown, rtmSessions, background } = dependencies
  const retire = () => {
    shutdown.begin()
    void rtmSessions.close()
    void background.close()
  }
  return new SchemaWatch({ storage, logger, periodMs: settings.rtm.leaseRenewalMs, retire })
}

/** Opens everything that the engine needs. Closes the storage again when the engine cannot start. */
async function open(dependencies: EngineDependencies): Promise<void> {
  const { storage, bus, files, fileLinks, ids, secretKeys, sharedTime } = dependencies
  await storage.open()
  try {
    await files?.check?.()
    await sharedTime?.begin()
    await fileLinks.open(storage, ids)
    secretKeys.check(await storage.read.webhooks.listSealPrefixes())
    await bus?.start(() => void resume(dependencies))
  } catch (cause) {
    await storage.close()
    throw cause
  }
}

async function close(dependencies: EngineDependencies, drainMs: number): Promise<void> {
  const { clock, shutdown, deadlines, bodyDeadlines, uploadDeadlines, rtmSessions } = dependencies
  shutdown.begin()
  // Incomplete bodies are refused immediately, because the client may never send the rest.
  bodyDeadlines.failAll(new ShuttingDownError())
  uploadDeadlines.failAll(new ShuttingDownError())
  await atMost(clock, drainMs, idle(dependencies))
  deadlines.failAll(new ShuttingDownError())
  await atMost(clock, farewellMs, idle(dependencies))
  // The storage lets running transactions end, so there is no need to wait for them first.
  const left = leave(dependencies)
  const { deliveries, listeners } = dependencies
  const farewell = [rtmSessions.close(), deliveries.close(), listeners.idle()]
  await atMost(clock, farewellMs, Promise.all(farewell))
  rtmSessions.terminate()
  deadlines.close()
  bodyDeadlines.close()
  uploadDeadlines.close()
  dependencies.bodyPaces.close()
  dependencies.responsePaces.close()
  dependencies.health.close()
  dependencies.callerRates.close()
  dependencies.addressRates.close()
  dependencies.geolocator.close()
  dependencies.notifier?.close()
  dependencies.subscriptions?.close()
  dependencies.configurations.close()
  try {
    await dependencies.storage.close()
  } finally {
    await atMost(clock, farewellMs, left)
    await atMost(clock, farewellMs, listeners.idle())
    dependencies.failures.close()
    dependencies.receiver.close()
    dependencies.late.close()
    listeners.close()
    await dependencies.bus?.close()
  }
}

/** Ends background work and the presence of this node, and notifies the other nodes. */
async function leave({ background, presence, routing, failures }: EngineDependencies): Promise<void> {
  routing.close()
  const ended = background.close()
  try {
    await presence.end()
  } catch (cause) {
    failures.write(
      'This node could not end its presence; other nodes notice when its lease expires',
      'presence',
      {
        cause,
      },
    )
  }
  await ended
}

/** Resolves when all running requests have been answered. */
async function idle({ deadlines, rtmSessions, uploads }: EngineDependencies): Promise<void> {
  await Promise.all([deadlines.idle(), rtmSessions.idle(), uploads?.idle()])
}
