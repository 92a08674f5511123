import { MemoryBus } from './bus-memory/memory-bus.js'
import { ExpiringCache } from './cache/expiring-cache.js'
import { systemClock } from './clock/system-clock.js'
import { Catalog } from './dispatch/catalog.js'
import { Deadlines } from './dispatch/deadlines.js'
import { Dispatcher } from './dispatch/dispatcher.js'
import type { Action } from './dispatch/handle.js'
import { IdempotencyRecords } from './dispatch/idempotency-records.js'
import { Shutdown } from './dispatch/shutdown.js'
import { Validator } from './dispatch/validator.js'
import { builtInProperties } from './domain/properties.js'
import { type Emit, licenseOf, type Push } from './domain/push.js'
import { AddressRates } from './edge/address-rates.js'
import { Admission } from './edge/admission.js'
import { AuthorizationApi, type AuthorizationApiDependencies } from './edge/authorization-api.js'
import { AuthorizationPages } from './edge/authorization-pages.js'
import { BodyReader, bodyStepMs } from './edge/body.js'
import { ByteBudget } from './edge/byte-budget.js'
import { CallerRates } from './edge/caller-rates.js'
import { ClientAddresses } from './edge/client-address.js'
import { HttpApi } from './edge/http-api.js'
import { RtmSessions } from './edge/rtm-sessions.js'
import { expiryChores } from './housekeeping/chores.js'
import { Housekeeping } from './housekeeping/housekeeping.js'
import { Identities } from './identity/identities.js'
import type { KnownToken } from './identity/known-token.js'
import { Passwords } from './identity/passwords.js'
import { SystemIds } from './ids/system-ids.js'
import { FailureLog } from './logging/failure-log.js'
import { jsonLogger } from './logging/json-logger.js'
import { AttemptLimiter } from './oauth/attempt-limiter.js'
import { Authorization } from './oauth/authorization.js'
import { AuthorizationCodeGrant } from './oauth/authorization-code-grant.js'
import { CustomerTokens } from './oauth/customer-tokens.js'
import { RefreshTokenGrant } from './oauth/refresh-token-grant.js'
import { Revocation } from './oauth/revocation.js'
import { SignedIn } from './oauth/signed-in.js'
import { TokenEndpoint } from './oauth/token-endpoint.js'
import { TokenIssuer } from './oauth/token-issuer.js'
import { checkCodeOptions } from './options/check-code-options.js'
import type { ParleyOptions } from './options/options.js'
import type { Bus } from './ports/bus.js'
import type { Clock } from './ports/clock.js'
import type { Ids } from './ports/ids.js'
import type { Logger } from './ports/logger.js'
import type { Storage } from './ports/storage.js'
import type { BusMessage, RequestOrigin } from './push/bus-message.js'
import { BusReceiver } from './push/bus-receiver.js'
import { FanOut } from './push/fan-out.js'
import { Presence } from './push/presence.js'
import { Sessions } from './push/sessions.js'
import { resolveSettings, type Settings } from './settings.js'
import { ChatHeads } from './writes/chat-heads.js'
import { ChatWriter } from './writes/chat-writer.js'
import { Lanes } from './writes/lanes.js'

interface Ports {
  readonly settings: Settings
  readonly storage: Storage
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly failures: FailureLog
  readonly bus: Bus<BusMessage>
  readonly shutdown: Shutdown
}

/** The engine taken apart; nothing outside `engine.ts` sees it whole. */
export interface EngineDependencies extends Ports {
  readonly dispatcher: Dispatcher
  readonly deadlines: Deadlines
  readonly bodyDeadlines: Deadlines
  readonly bodyPaces: Deadlines
  readonly presence: Presence
  readonly housekeeping: Housekeeping
  readonly httpApi: HttpApi
  readonly authorizationApi: AuthorizationApi
  readonly passwords: Passwords
  readonly issuer: TokenIssuer
  readonly revocation: Revocation
  readonly writer: ChatWriter
  readonly rtmSessions: RtmSessions
  readonly clientAddresses: ClientAddresses
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly emit: Emit
}

export function createDependencies(options: ParleyOptions, actions: readonly Action[]): EngineDependencies {
  checkCodeOptions(options)
  const ports = resolvePorts(options)
  const { settings, storage, clock, logger, failures, shutdown } = ports
  const validator = new Validator(settings.contractLimits)
  const deadlines = new Deadlines(clock, settings.timeouts.requestMs)
  const bodyDeadlines = new Deadlines(clock, settings.timeouts.bodyMs)
  const bodyPaces = new Deadlines(clock, bodyStepMs)
  const bodies = new BodyReader({
    deadlines: bodyDeadlines,
    paces: bodyPaces,
    maxBytes: settings.limits.bodyBytes,
    budget: new ByteBudget(settings.limits.receivingBytes),
    shutdown,
  })
  const { dispatcher, writer } = createDispatcher(ports, actions, validator, deadlines)
  const { sessions, receiver, emit } = createPushes(ports)
  const identities = createIdentities(ports, receiver)
  const callerRates = new CallerRates(settings.rates, clock)
  const addressRates = new AddressRates(settings.rates, clock)
  const admission = new Admission({
    identities,
    read: storage.read,
    deadlines,
    validator,
    addressRates,
  })
  const presence = new Presence({ storage, sessions, clock, failures, settings })
  const emitWithoutOrigin: Emit = (pushes) => emit(pushes, null)
  const clientAddresses = new ClientAddresses(settings.trustedProxies, logger)
  const answers = new ByteBudget(settings.limits.answeringBytes)
  const edge = { settings, clock, failures, admission, callerRates, answers, dispatcher, shutdown }
  const oauth = createAuthorization(ports, options, {
    admission,
    callerRates,
    addressRates,
    deadlines,
    bodies,
  })
  return {
    ...ports,
    ...oauth,
    ...{
      dispatcher,
      deadlines,
      bodyDeadlines,
      bodyPaces,
      presence,
      writer,
      callerRates,
      addressRates,
      clientAddresses,
    },
    housekeeping: new Housekeeping(ports, expiryChores(settings)),
    httpApi: new HttpApi({ ...edge, bodies, emit: emitWithoutOrigin }),
    rtmSessions: new RtmSessions({ ...edge, addressRates, sessions, presence, clientAddresses, emit }),
    emit: emitWithoutOrigin,
  }
}

function resolvePorts(options: ParleyOptions): Ports {
  const clock = options.clock ?? systemClock
  const logger = options.logger ?? jsonLogger({ clock })
  const ids = options.ids ?? new SystemIds(clock)
  const settings = resolveSettings(options)
  const linesPerPeriod = settings.limits.failureLineCount
  const failures = new FailureLog({ clock, logger, newId: () => ids.uuid(), linesPerPeriod })
  const bus = options.bus ?? new MemoryBus<BusMessage>(failures)
  return { settings, storage: options.storage, clock, ids, logger, failures, bus, shutdown: new Shutdown() }
}

function createDispatcher(
  { settings, storage, clock, ids, shutdown }: Ports,
  actions: readonly Action[],
  validator: Validator,
  deadlines: Deadlines,
) {
  const { caches, limits, timeouts } = settings
  const { read } = storage
  const bounds = { maxCount: caches.chatHeadCount, maxAgeMs: caches.chatHeadMs }
  const heads = new ChatHeads(read, new ExpiringCache(clock, bounds))
  const writer = new ChatWriter({ storage, heads, lanes: new Lanes() })
  const { customContentBytes, eventContentBytes, propertiesBytes } = limits
  const eventRules = {
    catalog: builtInProperties,
    propertiesBytes,
    customContentBytes,
    eventContentBytes,
    threadBounds: { eventCount: limits.threadEvents, eventBytes: limits.threadBytes },
  }
  const answers = new IdempotencyRecords(read, clock, timeouts.idempotencyMs)
  const context = { settings, eventRules, ids, read, validator, writer, heads, answers }
  const catalog = new Catalog(actions)
  const properties = builtInProperties
  const dispatcher = new Dispatcher({ catalog, context, deadlines, shutdown, clock, properties })
  return { dispatcher, writer }
}

/** How long it is remembered of a token that it was good. */
const familiarMs = 600_000

function createIdentities({ settings, storage, clock }: Ports, receiver: BusReceiver): Identities {
  const { identityCount: maxCount, identityMs: maxAgeMs } = settings.caches
  const known = new ExpiringCache<KnownToken>(clock, { maxCount, maxAgeMs })
  const familiar = new ExpiringCache<true>(clock, { maxCount, maxAgeMs: familiarMs })
  const onRead = (licenseId: number) => receiver.listen(licenseId)
  const identities = new Identities(storage.read, clock, { known, familiar }, onRead)
  receiver.informs(identities)
  return identities
}

function createAuthorization(
  ports: Ports,
  { renderPage, signIn: signInHook }: ParleyOptions,
  engine: Pick<
    AuthorizationApiDependencies,
    'admission' | 'callerRates' | 'addressRates' | 'deadlines' | 'bodies'
  >,
) {
  const { settings, storage, clock, ids, failures, bus, shutdown } = ports
  const passwords = new Passwords(ids, settings.limits.passwordCostLog2)
  const issuer = new TokenIssuer(clock, ids, settings)
  const revocation = new Revocation(storage, bus)
  const attempts = new AttemptLimiter(storage, clock)
  const shared = { settings, storage, clock, ids }
  const signedIn = new SignedIn({ ...shared, passwords, attempts })
  const authorization = new Authorization({ ...shared, attempts, signedIn, issuer, signInHook })
  const pages = new AuthorizationPages({ authorization, settings, ids, failures, renderPage })
  const codeGrant = new AuthorizationCodeGrant({ storage, clock, issuer, revocation })
  const refreshGrant = new RefreshTokenGrant(storage, issuer)
  const tokenEndpoint = new TokenEndpoint({ read: storage.read, codeGrant, refreshGrant, revocation })
  const customerTokens = new CustomerTokens({ ...shared, issuer })
  const authorizationApi = new AuthorizationApi({
    ...shared,
    failures,
    shutdown,
    ...engine,
    pages,
    tokenEndpoint,
    customerTokens,
  })
  return { authorizationApi, passwords, issuer, revocation }
}

/**
 * Pushes go over the bus even to this node's own connections: one way, and one order for all. What they come to here is
 * known at once where the bus hands a node its own messages at once.
 */
function createPushes({ bus, clock, ids }: Ports) {
  const nodeId = ids.uuid()
  const sessions = new Sessions()
  const fanOut = new FanOut(sessions, builtInProperties, clock)
  const receiver = new BusReceiver({ nodeId, bus, sessions, fanOut })
  const emit = (pushes: readonly Push[], origin: RequestOrigin | null) => {
    const before = fanOut.chargedBytes
    for (const push of pushes) bus.publish(licenseOf(push.audience), { kind: 'push', push, nodeId, origin })
    return fanOut.chargedBytes - before
  }
  return { sessions, receiver, emit }
}
