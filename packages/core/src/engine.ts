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
import type { ParleyOptions } from './options/options.js'
import { resume } from './wiring/resume.js'
import { createDependencies, type EngineDependencies } from './wiring/wiring.js'

/** One engine: see the guide for how it is mounted. */
export interface Parley extends Edge {
  readonly admin: Admin
  /** The actions of the newest API, in process: same validation, scopes and pushes. A `TypeError` for nobody. */
  as(agent: AgentReference): AgentMethods
  as(customer: CustomerReference): CustomerMethods
  /** {@link Edge.http} for web-standard hosts. */
  fetch(request: Request, options?: FetchOptions): Promise<Response>
  /** Hosts call a handler with what is theirs besides the request (bindings, a server): that is ignored. */
  fetch(request: Request, foreign: unknown): Promise<Response>
  /**
   * Hears every fact of this node's commits of that name once it is durable (decisions §16.11), in the order of the
   * commits of a chat. A listener that is slow, or throws, harms nobody: at most 1,000 facts wait for it, `lagged` tells
   * of those it has missed. Returns what ends it; a `TypeError` for a name that there is not. For what must be heard
   * exactly once there are webhooks.
   */
  on<N extends EventName>(name: N, listener: (event: ParleyEvents[N]) => unknown): () => void
  /** Whether this node can serve, and which part of it is away; takes 2 s at most. Never rejects. */
  health(): Promise<Health>
  /** What this node has counted, at once and without asking the storage. Each call answers a snapshot of its own. */
  metrics(): Metrics
  /**
   * Refuses new requests and bodies that are not complete (`service_unavailable`), answers the requests under way for at
   * most `drainMs` (default 10,000) and refuses them then, closes every connection (1012; a peer has half a second to do
   * the same), then the storage and the bus. Leaves no handle. Idempotent.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/** For what takes no longer than the way to a client and back. */
const farewellMs = 500

/**
 * Opens the storage and starts the engine. Throws a `TypeError` for a bad option, or where an encryption key is missing, a
 * `StorageError` for the storage, and what `files.check` rejects with where files cannot be kept.
 */
export async function createParley(options: ParleyOptions): Promise<Parley> {
  const dependencies = createDependencies(options, everyAction)
  dependencies.background.add(watchSchema(dependencies))
  await open(dependencies)
  dependencies.background.start()
  const { settings, storage, changes, authorizationApi, fileApi, healthApi, webApi } = dependencies
  const answer = (arrived: HttpRequest) => {
    const remoteAddress = clientAddresses.of(arrived)
    const request = remoteAddress === arrived.remoteAddress ? arrived : { ...arrived, remoteAddress }
    if (authorizationApi.owns(request.path)) return authorizationApi.answer(request)
    if (healthApi.owns(request.path)) return healthApi.answer(request)
    return fileApi.owns(request.path) ? fileApi.answer(request) : webApi.answer(request)
  }
  const { rtmSessions, clientAddresses, dispatcher, listeners, answerPaces, clock } = dependencies
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
    http: answer,
    fetch: async (request: Request, options?: unknown) =>
      toWebResponse(await answer(fromWebRequest(request, options)), request.method, answerPaces),
    refuseRtm: (handshake) => rtmSessions.refuse(handshake),
    rtm: (connection, handshake) => rtmSessions.open(connection, handshake),
    isCommitting: () => changes.areUnderWay,
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

/** A node of an older release serves no longer once the schema is none that it knows: its clients go to others. */
function watchSchema(dependencies: EngineDependencies): SchemaWatch {
  const { storage, logger, settings, shutdown, rtmSessions, background } = dependencies
  const retire = () => {
    shutdown.begin()
    void rtmSessions.close()
    void background.close()
  }
  return new SchemaWatch({ storage, logger, periodMs: settings.rtm.leaseRenewalMs, retire })
}

/** Nothing stays open of an engine that cannot start. */
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
  // Nobody waits for what a client may never send.
  bodyDeadlines.failAll(new ShuttingDownError())
  uploadDeadlines.failAll(new ShuttingDownError())
  await atMost(clock, drainMs, idle(dependencies))
  deadlines.failAll(new ShuttingDownError())
  await atMost(clock, farewellMs, idle(dependencies))
  // The storage lets what is under way end, so nothing has to wait for it before.
  const left = leave(dependencies)
  const farewell = [rtmSessions.close(), dependencies.deliveries.close()]
  await atMost(clock, farewellMs, Promise.all(farewell))
  rtmSessions.terminate()
  deadlines.close()
  bodyDeadlines.close()
  uploadDeadlines.close()
  dependencies.bodyPaces.close()
  dependencies.answerPaces.close()
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
    dependencies.failures.close()
    dependencies.receiver.close()
    dependencies.late.close()
    dependencies.listeners.close()
    await dependencies.bus?.close()
  }
}

/** The engine's own work ends, and nobody is connected to this node any more; other nodes are told. */
async function leave({ background, presence, routing, failures }: EngineDependencies): Promise<void> {
  routing.close()
  const ended = background.close()
  try {
    await presence.end()
  } catch (cause) {
    failures.write('This node could not leave; others notice it when its lease has run out', 'presence', {
      cause,
    })
  }
  await ended
}

/** Resolves once all that is under way is answered. */
async function idle({ deadlines, rtmSessions, uploads }: EngineDependencies): Promise<void> {
  await Promise.all([deadlines.idle(), rtmSessions.idle(), uploads?.idle()])
}
