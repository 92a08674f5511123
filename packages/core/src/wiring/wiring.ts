import { CatchUp } from '../catching-up/catch-up.js'
import type { Changes } from '../changes/changes.js'
import type { ChatHeads } from '../changes/chat-heads.js'
import { IdempotencyRecords } from '../changes/idempotency-records.js'
import type { Configurations } from '../configuration/configurations.js'
import { Deadlines } from '../dispatch/deadlines.js'
import type { Dispatcher } from '../dispatch/dispatcher.js'
import type { Action } from '../dispatch/handle.js'
import { Validator } from '../dispatch/validator.js'
import { AddressRates } from '../edge/admission/address-rates.js'
import { Admission } from '../edge/admission/admission.js'
import { CallerRates } from '../edge/admission/caller-rates.js'
import type { AuthorizationApi } from '../edge/authorization/api.js'
import { FileApi } from '../edge/files/file-api.js'
import { HealthApi } from '../edge/health/health-api.js'
import { ByteBudget } from '../edge/http/byte-budget.js'
import { ClientAddresses } from '../edge/http/client-address.js'
import { stalledMs } from '../edge/http/source-reader.js'
import { Connections } from '../edge/rtm/connections.js'
import { WebApi } from '../edge/web/web-api.js'
import type { FactListeners } from '../facts/fact-listeners.js'
import type { FactReceiver } from '../facts/fact-receiver.js'
import type { LateCommits } from '../facts/late-commits.js'
import type { LicenseSubscriptions } from '../facts/license-subscriptions.js'
import type { Uploads } from '../files/uploads.js'
import { createGeolocator, type HostGeolocator } from '../geolocation/create-geolocator.js'
import { HealthChecks } from '../health/health-checks.js'
import { expiryChores } from '../housekeeping/chores.js'
import { Housekeeping } from '../housekeeping/housekeeping.js'
import { SecretKeyRenewal } from '../housekeeping/secret-key-renewal.js'
import type { Identities } from '../identity/identities.js'
import type { Passwords } from '../identity/passwords.js'
import type { Notifier } from '../notifications/notifier.js'
import type { Revocation } from '../oauth/revocation.js'
import type { TokenIssuer } from '../oauth/token-issuer.js'
import { checkCodeOptions } from '../options/check-code-options.js'
import type { FixedOverrides } from '../options/fixed-values.js'
import type { ParleyOptions } from '../options/options.js'
import { Presence } from '../presence/presence.js'
import { QueuePositions } from '../routing/queue-positions.js'
import { EventLoopLoad } from '../search/event-loop-load.js'
import { SearchIndexer } from '../search/search-indexer.js'
import type { Deliveries } from '../webhooks/deliveries.js'
import { createAuthorization } from './authorization.js'
import { createBodies, createForms, createUploads } from './bodies.js'
import { createChanges } from './changes.js'
import { createDispatcher } from './dispatcher.js'
import { type Ports, resolvePorts } from './engine-ports.js'
import { createNotifier } from './notifications.js'
import { createRouting, type Routing } from './routing.js'
import { createDeliveries } from './webhooks.js'

/** The parts of an engine. Only `engine.ts` uses all of them. */
export interface EngineDependencies extends Ports {
  readonly dispatcher: Dispatcher
  readonly deadlines: Deadlines
  readonly bodyDeadlines: Deadlines
  readonly uploadDeadlines: Deadlines
  /** `undefined` when the host stores no files. */
  readonly uploads: Uploads | undefined
  readonly bodyPaces: Deadlines
  /** Deadlines within which a client of `fetch` must read the next part of its response. */
  readonly responsePaces: Deadlines
  readonly presence: Presence
  readonly housekeeping: Housekeeping
  readonly search: SearchIndexer
  readonly routing: Routing
  readonly webApi: WebApi
  readonly fileApi: FileApi
  readonly health: HealthChecks
  readonly healthApi: HealthApi
  readonly authorizationApi: AuthorizationApi
  readonly passwords: Passwords
  readonly issuer: TokenIssuer
  readonly revocation: Revocation
  readonly changes: Changes
  readonly listeners: FactListeners
  readonly receiver: FactReceiver
  readonly late: LateCommits
  readonly subscriptions: LicenseSubscriptions | undefined
  readonly configurations: Configurations
  readonly identities: Identities
  readonly heads: ChatHeads
  readonly rtmSessions: Connections
  readonly clientAddresses: ClientAddresses
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly geolocator: HostGeolocator
  /** `undefined` when the host sends no push notifications. */
  readonly notifier: Notifier | undefined
  readonly deliveries: Deliveries
}

/** Creates all parts of an engine from the options, without starting anything. */
export function createDependencies(
  options: ParleyOptions,
  actions: readonly Action[],
  overrides: FixedOverrides,
): EngineDependencies {
  checkCodeOptions(options)
  const ports = resolvePorts(options, overrides)
  const { settings, read, clock, logger, failures, shutdown } = ports
  const validator = new Validator(settings.contractLimits)
  const deadlines = new Deadlines(clock, settings.timeouts.requestMs)
  const responsePaces = new Deadlines(clock, stalledMs)
  const receiving = createBodies(ports)
  const records = new IdempotencyRecords(read, clock, settings.timeouts.idempotencyMs)
  const writing = createChanges(ports, records)
  const { changes, targets, identities, configurations, unindexed, waiting } = writing
  const routing = createRouting(ports, writing)
  const presence = new Presence({ ...ports, isOnlyNode: ports.bus === undefined, targets, changes })
  const housekeeping = new Housekeeping({ read, changes, clock, logger, settings }, expiryChores(settings))
  ports.background.add(housekeeping)
  if (ports.secretKeys.encrypts) ports.background.add(new SecretKeyRenewal({ ...ports, changes }))
  const notifier = createNotifier(ports, waiting, changes)
  const deliveries = createDeliveries(ports, changes)
  writing.deliveries.listen((stored) => deliveries.reportStored(stored))
  const geolocator = createGeolocator(options.geolocate, ports)
  const search = new SearchIndexer({ ...ports, changes, unindexed, load: new EventLoopLoad() })
  const dispatcher = createDispatcher(ports, actions, {
    ...{ validator, deadlines, changes, records, presence, geolocator, search, configurations },
  })
  const callerRates = new CallerRates(settings.rates, clock)
  const addressRates = new AddressRates(settings.rates, clock)
  const admission = new Admission({ identities, read, deadlines, validator, addressRates })
  const clientAddresses = new ClientAddresses(settings.trustedProxies, logger)
  const longResponses = new ByteBudget(settings.limits.responseBytes)
  const uploadDeadlines = new Deadlines(clock, settings.timeouts.uploadMs)
  const uploads = createUploads(ports, changes)
  const forms = createForms(ports, uploads, callerRates, uploadDeadlines)
  const edge = {
    settings,
    clock,
    logger,
    failures,
    admission,
    callerRates,
    longResponses,
    dispatcher,
    shutdown,
  }
  const { bodies } = receiving
  const health = new HealthChecks(ports)
  const engine = { admission, callerRates, addressRates, deadlines, bodies }
  return {
    ...ports,
    ...writing,
    ...createAuthorization(ports, options, changes, engine),
    ...receiving,
    ...{ dispatcher, deadlines, responsePaces },
    ...{ presence, housekeeping, search, routing, callerRates, addressRates, geolocator },
    ...{ notifier, deliveries },
    clientAddresses,
    ...{ uploadDeadlines, uploads },
    fileApi: new FileApi({ ...ports, deadlines }),
    health,
    healthApi: new HealthApi({ ...edge, health }),
    webApi: new WebApi({ ...edge, bodies, forms }),
    rtmSessions: new Connections({
      ...{ ...edge, addressRates, targets, presence, clientAddresses, deadlines },
      catchUp: new CatchUp({ ...ports, configurations, files: ports.fileLinks }),
      queuePositions: new QueuePositions(ports),
    }),
  }
}
