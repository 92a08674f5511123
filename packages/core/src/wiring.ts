import { Background } from './background/background.js'
import { ExpiringCache } from './cache/expiring-cache.js'
import { RecentKeys } from './cache/recent-keys.js'
import { CallerPlaces } from './changes/caller-places.js'
import { Changes } from './changes/changes.js'
import { ChatHeads } from './changes/chat-heads.js'
import { IdempotencyRecords } from './changes/idempotency-records.js'
import { Lanes } from './changes/lanes.js'
import { Outbox } from './changes/outbox.js'
import { systemClock } from './clock/system-clock.js'
import { Configurations } from './configuration/configurations.js'
import { Catalog } from './dispatch/catalog.js'
import { Deadlines } from './dispatch/deadlines.js'
import { Dispatcher } from './dispatch/dispatcher.js'
import type { Action } from './dispatch/handle.js'
import type { ContextDependencies } from './dispatch/request-context.js'
import { Shutdown } from './dispatch/shutdown.js'
import { Validator } from './dispatch/validator.js'
import { AddressRates } from './edge/admission/address-rates.js'
import { Admission } from './edge/admission/admission.js'
import { CallerRates } from './edge/admission/caller-rates.js'
import { AuthorizationApi, type AuthorizationApiDependencies } from './edge/authorization/api.js'
import { AuthorizationPages } from './edge/authorization/pages.js'
import { FileApi } from './edge/files/file-api.js'
import { BodyReader, bodyStepMs } from './edge/http/body.js'
import { ByteBudget } from './edge/http/byte-budget.js'
import { ClientAddresses } from './edge/http/client-address.js'
import { FormReader } from './edge/http/form.js'
import { Places } from './edge/http/places.js'
import { stalledMs } from './edge/http/source-reader.js'
import { RtmSessions } from './edge/rtm/sessions.js'
import { FormRequests } from './edge/web/form-requests.js'
import { WebApi } from './edge/web/web-api.js'
import type { BusMessage } from './facts/fact-batch.js'
import { FactListeners } from './facts/fact-listeners.js'
import { FactPublisher } from './facts/fact-publisher.js'
import { FactReceiver, type StaleCaches } from './facts/fact-receiver.js'
import { Facts } from './facts/facts.js'
import { LicenseSubscriptions } from './facts/license-subscriptions.js'
import { FileLinks } from './files/file-links.js'
import { UnnamedFiles } from './files/unnamed-files.js'
import { Uploads } from './files/uploads.js'
import { createGeolocator, type HostGeolocator } from './geolocation/create-geolocator.js'
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
import type { Files } from './ports/files.js'
import type { Ids } from './ports/ids.js'
import type { Logger } from './ports/logger.js'
import type { Storage, StorageReads } from './ports/storage.js'
import { Presence } from './presence/presence.js'
import { FanOut } from './push/fan-out.js'
import { PushTargets } from './push/push-targets.js'
import { SearchIndexer } from './search/search-indexer.js'
import { UnindexedChats } from './search/unindexed-chats.js'
import { resolveSettings, type Settings } from './settings.js'

interface Ports {
  readonly settings: Settings
  readonly storage: Storage
  readonly read: StorageReads
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly failures: FailureLog
  /** Absent where this is the only node. */
  readonly bus: Bus<BusMessage> | undefined
  readonly shutdown: Shutdown
  /** Of this process, new with each start. */
  readonly nodeId: string
  readonly background: Background
  /** Absent where the host keeps none. */
  readonly files: Files | undefined
  readonly fileLinks: FileLinks
}

/** The engine taken apart; nothing outside `engine.ts` sees it whole. */
export interface EngineDependencies extends Ports {
  readonly dispatcher: Dispatcher
  readonly deadlines: Deadlines
  readonly bodyDeadlines: Deadlines
  readonly uploadDeadlines: Deadlines
  /** Absent where the host keeps no files. */
  readonly uploads: Uploads | undefined
  readonly bodyPaces: Deadlines
  /** The time that a client of `fetch` has to take something of its answer. */
  readonly answerPaces: Deadlines
  readonly presence: Presence
  readonly housekeeping: Housekeeping
  readonly search: SearchIndexer
  readonly webApi: WebApi
  readonly fileApi: FileApi
  readonly authorizationApi: AuthorizationApi
  readonly passwords: Passwords
  readonly issuer: TokenIssuer
  readonly revocation: Revocation
  readonly changes: Changes
  readonly listeners: FactListeners
  readonly receiver: FactReceiver
  readonly subscriptions: LicenseSubscriptions | undefined
  readonly configurations: Configurations
  readonly rtmSessions: RtmSessions
  readonly clientAddresses: ClientAddresses
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly geolocator: HostGeolocator
}

export function createDependencies(options: ParleyOptions, actions: readonly Action[]): EngineDependencies {
  checkCodeOptions(options)
  const ports = resolvePorts(options)
  const { settings, storage, clock, logger, failures, shutdown } = ports
  const validator = new Validator(settings.contractLimits)
  const deadlines = new Deadlines(clock, settings.timeouts.requestMs)
  const bodyDeadlines = new Deadlines(clock, settings.timeouts.bodyMs)
  const bodyPaces = new Deadlines(clock, bodyStepMs)
  const answerPaces = new Deadlines(clock, stalledMs)
  const bodies = new BodyReader({
    deadlines: bodyDeadlines,
    paces: bodyPaces,
    maxBytes: settings.limits.bodyBytes,
    budget: new ByteBudget(settings.limits.receivingBytes),
    shutdown,
  })
  const records = new IdempotencyRecords(storage.read, clock, settings.timeouts.idempotencyMs)
  const writing = createChanges(ports, records)
  const { changes, targets, identities, configurations, unindexed } = writing
  const { read } = storage
  const presence = new Presence({ ...ports, targets, changes })
  const housekeeping = new Housekeeping({ read, changes, clock, logger, settings }, expiryChores(settings))
  ports.background.add(housekeeping)
  const geolocator = createGeolocator(options.geolocate, ports)
  const search = new SearchIndexer({ ...ports, changes, unindexed })
  const dispatcher = createDispatcher(ports, actions, {
    ...{ validator, deadlines, changes, records, presence, geolocator, search, configurations },
  })
  const callerRates = new CallerRates(settings.rates, clock)
  const addressRates = new AddressRates(settings.rates, clock)
  const admission = new Admission({ identities, read, deadlines, validator, addressRates })
  const clientAddresses = new ClientAddresses(settings.trustedProxies, logger)
  const answers = new ByteBudget(settings.limits.answeringBytes)
  const uploadDeadlines = new Deadlines(clock, settings.timeouts.uploadMs)
  const uploads = createUploads(ports, changes)
  const forms = createForms(ports, uploads, callerRates, uploadDeadlines)
  const edge = { settings, clock, failures, admission, callerRates, answers, dispatcher, shutdown }
  const engine = { admission, callerRates, addressRates, deadlines, bodies }
  return {
    ...ports,
    ...writing,
    ...createAuthorization(ports, options, changes, engine),
    ...{ dispatcher, deadlines, bodyDeadlines, bodyPaces, answerPaces },
    ...{ presence, housekeeping, search, callerRates, addressRates, geolocator },
    clientAddresses,
    ...{ uploadDeadlines, uploads },
    fileApi: new FileApi({ ...ports, deadlines }),
    webApi: new WebApi({ ...edge, bodies, forms }),
    rtmSessions: new RtmSessions({ ...edge, addressRates, targets, presence, clientAddresses }),
  }
}

function resolvePorts(options: ParleyOptions): Ports {
  const clock = options.clock ?? systemClock
  const logger = options.logger ?? jsonLogger({ clock })
  const ids = options.ids ?? new SystemIds(clock)
  const settings = resolveSettings(options)
  const linesPerPeriod = settings.limits.failureLineCount
  const failures = new FailureLog({ clock, logger, newId: () => ids.uuid(), linesPerPeriod })
  const { storage, bus } = options
  const { read } = storage
  const shared = { settings, storage, read, clock, ids, logger, failures, bus }
  const background = new Background({ clock, failures })
  const fileLinks = new FileLinks(settings.filesUrl, settings.lifetimes.fileUrlSeconds)
  const kept = { files: options.files, fileLinks }
  return { ...shared, ...kept, shutdown: new Shutdown(), nodeId: ids.uuid(), background }
}

/** What takes files in, and removes those that are of no use; `undefined` where the host keeps none. */
function createUploads(ports: Ports, changes: Changes): Uploads | undefined {
  const { files, settings, background } = ports
  if (files === undefined) return undefined
  const shared = { ...ports, files, changes }
  background.add(new UnnamedFiles({ ...shared, periodMs: settings.housekeeping.periodMs }))
  return new Uploads({ ...shared, maxBytes: settings.limits.fileBytes })
}

function createForms(
  { settings, shutdown }: Ports,
  uploads: Uploads | undefined,
  callerRates: CallerRates,
  deadlines: Deadlines,
): FormRequests {
  const { formPartCount, formFieldBytes, fileBytes, uploadCount, uploadsPerCaller } = settings.limits
  const bounds = { partCount: formPartCount, fieldBytes: formFieldBytes, fileBytes }
  return new FormRequests({
    bounds: settings.limits,
    callerRates,
    forms: new FormReader({ deadlines, shutdown, bounds }),
    places: new Places({ count: uploadCount, perCaller: uploadsPerCaller }),
    uploads,
  })
}

/** How long it is remembered of a token that it was good. */
const familiarMs = 600_000

/** What is changed, what that tells, and whoever has to know it. */
function createChanges(ports: Ports, records: IdempotencyRecords) {
  const { settings, storage, clock, failures } = ports
  const { chatHeadCount, chatHeadMs } = settings.caches
  const heads = new ChatHeads(
    storage.read,
    new ExpiringCache(clock, { maxCount: chatHeadCount, maxAgeMs: chatHeadMs }),
  )
  const targets = new PushTargets()
  const catalogOf = (licenseId: number) => configurations.catalogOf(licenseId)
  const files = ports.fileLinks
  const listeners = new FactListeners({ clock, failures, catalogOf, files })
  const fanOut = new FanOut({
    ...{ targets, catalogOf, files, clock },
    failed: (licenseId, cause) =>
      failures.write('A connection could not be told', 'internal', { licenseId, cause }),
  })
  const caches: StaleCaches = {
    forgetConfiguration: (licenseId, revision) => configurations.forget(licenseId, revision),
    forgetIdentities: (licenseId, whose) => identities.forget(licenseId, whose),
    forgetHead: (chatId, revision) => heads.forgetBefore(chatId, revision),
  }
  const receiver = new FactReceiver({
    ...{ clock, failures, targets, fanOut, caches },
    chatCount: orderedChatCount,
    hearsOthers: ports.bus !== undefined,
  })
  const { publisher, subscriptions } = createNetwork(ports, targets, receiver)
  const identities = createIdentities(ports, subscriptions)
  const configurations = createConfigurations(ports, targets, subscriptions)
  const unindexed = new UnindexedChats(orderedChatCount)
  const noteChanged = (chatId: string) => unindexed.note(chatId)
  const facts = new Facts({ listeners, publisher, receiver, noteChanged })
  const outbox = new Outbox({
    newId: () => ports.ids.uuid(),
    configurationIn: (tx, licenseId) => configurations.readIn(tx, licenseId),
  })
  const changes = new Changes({ storage, heads, records, facts, outbox, lanes: new Lanes() })
  return { changes, targets, listeners, receiver, subscriptions, identities, configurations, unindexed }
}

/** Of so many chats a node remembers the order of what it told. */
const orderedChatCount = 100_000

/** Without a bus there are no other nodes. */
function createNetwork(
  { bus, clock, nodeId, failures, settings }: Ports,
  targets: PushTargets,
  receiver: FactReceiver,
) {
  if (bus === undefined) return { publisher: undefined, subscriptions: undefined }
  const publisher = new FactPublisher({ nodeId, bus, failures })
  const subscriptions = new LicenseSubscriptions({
    ...{ nodeId, bus, clock, failures },
    hear: (batch) => receiver.hear(batch),
    isConnected: (licenseId) => targets.hasLicense(licenseId),
    cachedMs: Math.max(settings.caches.identityMs, settings.caches.configurationMs),
  })
  return { publisher, subscriptions }
}

function createIdentities(
  { settings, storage, clock }: Ports,
  subscriptions: LicenseSubscriptions | undefined,
): Identities {
  const { identityCount: maxCount, identityMs: maxAgeMs } = settings.caches
  const known = new ExpiringCache<KnownToken>(clock, { maxCount, maxAgeMs })
  const familiar = new RecentKeys(clock, { maxCount, maxAgeMs: familiarMs })
  return new Identities(storage.read, clock, { known, familiar }, (licenseId) =>
    subscriptions?.listen(licenseId),
  )
}

function createConfigurations(
  { settings, read, clock, failures }: Ports,
  targets: PushTargets,
  subscriptions: LicenseSubscriptions | undefined,
): Configurations {
  const { customContentBytes, eventContentBytes, propertiesBytes, threadEvents, threadBytes } =
    settings.limits
  const threadBounds = { eventCount: threadEvents, eventBytes: threadBytes }
  return new Configurations({
    ...{ read, clock, failures },
    limits: { propertiesBytes, customContentBytes, eventContentBytes, threadBounds },
    listen: (licenseId) => subscriptions?.listen(licenseId),
    isConnected: (licenseId) => targets.hasLicense(licenseId),
    maxAgeMs: settings.caches.configurationMs,
  })
}

function createDispatcher(
  { settings, storage, clock, ids, shutdown, fileLinks }: Ports,
  actions: readonly Action[],
  parts: Pick<
    ContextDependencies,
    'validator' | 'changes' | 'records' | 'presence' | 'geolocator' | 'search'
  > & {
    readonly deadlines: Deadlines
    readonly configurations: Configurations
  },
): Dispatcher {
  const { deadlines, configurations, ...shared } = parts
  const turns = new CallerPlaces(1)
  const context = { settings, ids, read: storage.read, fileUrls: fileLinks, turns, ...shared }
  const catalog = new Catalog(actions)
  return new Dispatcher({ catalog, context, deadlines, shutdown, clock, configurations })
}

function createAuthorization(
  ports: Ports,
  { renderPage, signIn: signInHook }: ParleyOptions,
  changes: Changes,
  engine: Pick<
    AuthorizationApiDependencies,
    'admission' | 'callerRates' | 'addressRates' | 'deadlines' | 'bodies'
  >,
) {
  const { settings, read, clock, ids, failures, shutdown } = ports
  const passwords = new Passwords(ids, settings.limits.passwordCostLog2)
  const issuer = new TokenIssuer(clock, ids, settings)
  const shared = { settings, read, changes, clock, ids }
  const revocation = new Revocation(shared)
  const attempts = new AttemptLimiter(changes, clock)
  const signedIn = new SignedIn({ ...shared, passwords, attempts })
  const authorization = new Authorization({ ...shared, attempts, signedIn, issuer, signInHook })
  const pages = new AuthorizationPages({ authorization, settings, ids, failures, renderPage })
  const codeGrant = new AuthorizationCodeGrant({ changes, clock, issuer })
  const refreshGrant = new RefreshTokenGrant({ changes, clock, issuer })
  const tokenEndpoint = new TokenEndpoint({ read, codeGrant, refreshGrant, revocation })
  const customerTokens = new CustomerTokens({ ...shared, issuer })
  const authorizationApi = new AuthorizationApi({
    ...{ settings, clock, failures, shutdown },
    ...engine,
    pages,
    tokenEndpoint,
    customerTokens,
  })
  return { authorizationApi, passwords, issuer, revocation }
}
