import {
  DuplicateRequestError,
  hashJson,
  hashPayload,
  type IdempotentRequest,
} from '../changes/idempotency-records.js'
import type { Origin } from '../changes/origin.js'
import type { Configuration } from '../configuration/configuration.js'
import type { Configurations } from '../configuration/configurations.js'
import { type ApiLike, apis } from '../contract/apis.js'
import type { Upload } from '../contract/define.js'
import type { Api } from '../contract/versions.js'
import { getGroupIds, normalizeAgentId } from '../domain/agents.js'
import type { Caller } from '../domain/caller.js'
import type { Principal } from '../domain/principal.js'
import { isPromise } from '../domain/promises.js'
import type { ActionRate } from '../domain/rate-limit.js'
import type { ClientOrigin } from '../domain/visits.js'
import { invalid, invalidField, ParleyError, ShuttingDownError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Cancellation } from '../ports/storage.js'
import type { RequestOrigin } from '../push/request-origin.js'
import { createViewer } from '../views/viewer.js'
import type { CallTransport, Catalog } from './catalog.js'
import type { Deadlines } from './deadlines.js'
import { toParleyError } from './failures.js'
import { type Action, authorize } from './handle.js'
import { type ContextDependencies, RequestContext } from './request-context.js'
import type { ResponseBudget } from './response-budget.js'
import type { Shutdown } from './shutdown.js'

/** One request for an action, independent of the transport that it came by. */
export interface Call {
  readonly caller: Caller
  readonly action: string
  readonly transport: CallTransport
  readonly payload: unknown
  /**
   * Part of the payload that decides whether two requests are the same (decisions §6.5). `undefined` means the whole
   * payload.
   */
  readonly comparedPayload?: unknown
  /**
   * `true` when the payload came as a form. The engine itself then wrote the description of the uploaded file into the
   * payload.
   */
  readonly isForm?: boolean
  /** Id of the bot that the caller acts as (Agent API only). */
  readonly authorId: string | undefined
  readonly idempotencyKey: string | undefined
  readonly client: ClientOrigin
  /** Connection that the request came on, if that connection also receives the pushes that the call causes. */
  readonly connection: RequestOrigin | null
  /** Called with the bytes that the pushes of this call amount to on this node, for all receivers together. */
  readonly charge?: (bytes: number) => void
  /** Whether the connection that the request came on is shown chat sequences (decisions §16.9). */
  readonly isSequenced?: boolean
  /** Budget for long responses. `undefined` in process, where no response is transferred. */
  readonly responseBudget?: ResponseBudget
  /**
   * Counts against the rate limits of single actions. `undefined` in process, where there are no rate limits. See
   * {@link ActionContext.takeRate}.
   */
  readonly takeRate?: (rate: ActionRate) => void
  /**
   * Called with the response of a change in the same step in which its facts are published. The promise of the call
   * resolves with the response too. Used by transports on which the order of responses and pushes matters (decisions
   * §10.5).
   */
  readonly respond?: ((response: unknown) => void) | undefined
}

type ApiTakingAuthorId = ApiLike<{ readonly takesAuthorId: true }>

export interface DispatcherDependencies {
  readonly catalog: Catalog
  readonly context: ContextDependencies
  readonly deadlines: Deadlines
  readonly shutdown: Shutdown
  readonly clock: Clock
  readonly configurations: Pick<Configurations, 'get'>
}

/** Everything that is looked up about a call before its action runs. */
interface PreparedCall {
  readonly action: Action
  readonly call: Call
  /** The caller, or the bot that the caller acts as. */
  readonly caller: Caller
  readonly configuration: Configuration
  readonly cancellation: Cancellation
  readonly idempotent: IdempotentRequest | undefined
}

/** Runs calls: the only way from a call to its response, on every transport (docs/architecture.md). */
export class Dispatcher {
  readonly #dependencies: DispatcherDependencies

  constructor(dependencies: DispatcherDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Runs a call and resolves with its response. The call may be a promise: the time to identify the caller counts
   * toward the time limit of the request, as does `spentMs`, which was used before. Rejects with a `ParleyError`; an
   * internal failure is its `cause`.
   */
  async run(call: Call | Promise<Call>, spentMs = 0): Promise<unknown> {
    // Checked here, not after the caller is known: requests that arrived before the shutdown are still completed.
    if (this.#dependencies.shutdown.hasBegun) return refuse(call)
    try {
      const work = (cancellation: Cancellation) =>
        isPromise(call)
          ? call.then((made) => this.#perform(made, cancellation))
          : this.#perform(call, cancellation)
      return await this.#dependencies.deadlines.run(work, spentMs)
    } catch (cause) {
      throw toParleyError(cause)
    }
  }

  /**
   * Returns the name of the payload field that is a file. Throws `validation` when there is no such action, or when it
   * has no such field.
   */
  uploadOf(caller: Caller, name: string): Upload {
    const { upload } = this.#actionOf(caller, name, 'web').contract
    if (upload === undefined)
      throw invalidField({ path: 'Content-Type', rule: 'unsupported' }, 'must be application/json')
    return upload
  }

  async #perform(call: Call, cancellation: Cancellation): Promise<unknown> {
    if (cancellation.aborted) throw new ParleyError('request_timeout')
    const action = this.#find(call)
    const caller = call.authorId === undefined ? call.caller : await this.#author(call.caller, call.authorId)
    const idempotent = this.#idempotent(call, caller.principal)
    const found = this.#dependencies.configurations.get(caller.principal.licenseId)
    const configuration = isPromise(found) ? await found : found
    const prepared = { action, call, caller, configuration, cancellation, idempotent }
    if (idempotent === undefined) return await this.#invoke(prepared)
    // Checks the scopes first: a stored response must not be returned to a token that lacks the scope.
    authorize(action.contract, caller.principal)
    const { records } = this.#dependencies.context
    const earlier = await records.find(idempotent)
    if (earlier !== undefined) return earlier.response
    try {
      return await this.#invoke(prepared)
    } catch (cause) {
      // The action may also have been refused because an equal request, which ran at the same time, has already carried
      // it out.
      const first = await records.find(idempotent)
      if (first !== undefined) return first.response
      if (!(cause instanceof DuplicateRequestError)) throw cause
      throw new ParleyError('service_unavailable', { cause })
    }
  }

  #find({ caller, action: name, transport, isForm }: Call): Action {
    const action = this.#actionOf(caller, name, transport)
    const { upload } = action.contract
    if (upload === undefined || isForm === true) return action
    throw invalidField(
      { path: 'Content-Type', rule: 'unsupported' },
      `must be multipart/form-data, with the file as payload.${upload}`,
    )
  }

  #actionOf(caller: Caller, name: string, transport: CallTransport): Action {
    return this.#dependencies.catalog.find(caller.api, caller.version, name, transport)
  }

  #invoke({ action, call, caller, configuration, cancellation, idempotent }: PreparedCall): Promise<unknown> {
    const now = this.#dependencies.clock.now()
    const { context: dependencies } = this.#dependencies
    const { client, connection, charge, respond, responseBudget, takeRate, transport } = call
    // Uses the caller and not the bot that the caller acts as, because one caller may own many bots.
    const callerId = transport === 'in-process' ? null : call.caller.principal.id
    const authorId = caller.principal.id
    // Each field is written out because spreading objects would cost more than everything else here.
    const origin: Origin = {
      callerId,
      authorId,
      cancellation,
      urgency: 'urgent',
      configuration,
      idempotent,
      connection,
      responsePushes: action.contract.pushes ?? nothingPushed,
      respond: respond,
      charge,
    }
    const { catalog, rules: eventRules } = configuration
    const times = { now, steadyNow: dependencies.steady.now() }
    const { contract } = action
    const request = { contract, ...times, client, origin, responseBudget, eventRules, takeRate }
    const { api, version, principal } = caller
    const viewer =
      caller.api === 'configuration'
        ? undefined
        : createViewer(caller, catalog, dependencies.fileUrls, times, call.isSequenced)
    const context = new RequestContext<Api>(dependencies, request, { api, version, principal, viewer })
    return action.invoke(context, call.payload)
  }

  /** Returns the caller as the bot `authorId`, which must belong to the calling app (decisions §5.5). */
  async #author(caller: Caller, authorId: string): Promise<Caller> {
    if (!takesAuthorId(caller))
      throw invalidField({ path: 'author_id', rule: 'not_allowed' }, 'is for the Agent API only')
    const { principal } = caller
    const bot = await this.#dependencies.context.read.agents.get(normalizeAgentId(authorId))
    const isOwn = bot?.ownerClientId != null && bot.ownerClientId === principal.clientId
    if (bot === undefined || !isOwn || bot.licenseId !== principal.licenseId) {
      throw new ParleyError('authorization', { detail: 'author_id is not a bot of this application' })
    }
    const { id, permission } = bot
    return { ...caller, principal: { ...principal, id, permission, groups: getGroupIds(bot) } }
  }

  #idempotent(call: Call, principal: Principal): IdempotentRequest | undefined {
    const { idempotencyKey, caller } = call
    if (idempotencyKey === undefined) return undefined
    const max = this.#dependencies.context.settings.limits.idempotencyKeyLength
    if (idempotencyKey === '' || idempotencyKey.length > max) {
      const broken =
        idempotencyKey === '' ? ({ rule: 'empty' } as const) : ({ rule: 'too_long', limit: max } as const)
      throw invalid(
        { path: 'idempotency_key', ...broken },
        `the idempotency key must have 1 to ${max} characters`,
      )
    }
    const { api, version } = caller
    const { licenseId, clientId, kind, id } = principal
    const names = [licenseId, clientId, kind, id, api, version, call.action, idempotencyKey]
    return { key: hashJson(names), payloadHash: hashPayload(call.comparedPayload ?? call.payload) }
  }
}

const nothingPushed: readonly string[] = []

function takesAuthorId(caller: Caller): caller is Extract<Caller, { api: ApiTakingAuthorId }> {
  return apis[caller.api].takesAuthorId
}

/** Throws `service_unavailable`, and ignores whether the caller can still be identified. */
function refuse(call: Call | Promise<Call>): never {
  if (isPromise(call)) call.catch(() => undefined)
  throw new ShuttingDownError()
}
