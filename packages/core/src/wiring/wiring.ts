import type { Stage } from '../background/closing.js'
import type { Part } from '../background/part.js'
import { CatchUp } from '../catching-up/catch-up.js'
import { IdempotencyRecords } from '../changes/idempotency-records.js'
import { Deadlines } from '../dispatch/deadlines.js'
import type { Action } from '../dispatch/handle.js'
import { Validator } from '../dispatch/validator.js'
import { AddressRates } from '../edge/admission/address-rates.js'
import { Admission } from '../edge/admission/admission.js'
import { CallerRates } from '../edge/admission/caller-rates.js'
import { FileApi } from '../edge/files/file-api.js'
import { HealthApi } from '../edge/health/health-api.js'
import { ByteBudget } from '../edge/http/byte-budget.js'
import { ClientAddresses } from '../edge/http/client-address.js'
import { stalledMs } from '../edge/http/source-reader.js'
import { Connections } from '../edge/rtm/connections.js'
import { WebApi } from '../edge/web/web-api.js'
import { ShuttingDownError } from '../errors.js'
import { createGeolocator } from '../geolocation/create-geolocator.js'
import { HealthChecks } from '../health/health-checks.js'
import { SchemaWatch } from '../health/schema-watch.js'
import { checkCodeOptions } from '../options/checks.js'
import type { FixedOverrides } from '../options/fixed-values.js'
import type { ParleyOptions } from '../options/options.js'
import { createAuthorization } from './authorization.js'
import { createBodies, createForms, createUploads } from './bodies.js'
import { createChanges } from './changes.js'
import { createDispatcher } from './dispatcher.js'
import { resolvePorts } from './engine-ports.js'
import { createParts } from './parts.js'

/** The objects that make up an engine. Only `engine.ts` uses all of them. */
export type EngineDependencies = ReturnType<typeof createDependencies>

/** Creates everything in an engine from the options, without starting anything. */
export function createDependencies(
  options: ParleyOptions,
  actions: readonly Action[],
  overrides: FixedOverrides,
) {
  checkCodeOptions(options)
  const ports = resolvePorts(options, overrides)
  const { settings, read, clock, logger, failures, shutdown, background, bus } = ports
  const validator = new Validator(settings.contractLimits)
  const deadlines = new Deadlines(clock, settings.timeouts.requestMs)
  const responsePaces = new Deadlines(clock, stalledMs)
  const { bodies, bodyDeadlines, bodyPaces } = createBodies(ports)
  const records = new IdempotencyRecords(read, clock, settings.timeouts.idempotencyMs)
  const writing = createChanges(ports, records, (stored) => parts.deliveries.reportStored(stored))
  const { changes, targets, identities, configurations } = writing
  const parts = createParts({ ...ports, ...writing })
  const { presence, search, queuePositions } = parts
  const geolocator = createGeolocator(options.geolocate, ports)
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
  const health = new HealthChecks(ports)
  const engine = { admission, callerRates, addressRates, deadlines, bodies }
  const connections = new Connections({
    ...{ ...edge, addressRates, targets, presence, clientAddresses, deadlines, queuePositions },
    catchUp: new CatchUp({ ...ports, configurations, files: ports.fileLinks }),
  })
  const retire = () => {
    shutdown.begin()
    void connections.close()
    void background.endJobs()
  }
  background.add(new SchemaWatch({ ...ports, retire }))
  const { listeners, receiver, late, subscriptions } = writing
  const stages: Readonly<Record<Stage, readonly Part[]>> = {
    bodies: [refusing(bodyDeadlines), refusing(uploadDeadlines)],
    requests: [refusing(deadlines), { drain: () => connections.idle() }, { drain: () => uploads?.idle() }],
    background: [background],
    connections: [
      { drain: () => connections.close(), close: () => connections.terminate() },
      ...[health, callerRates, addressRates, geolocator, configurations],
      { close: () => bodyPaces.close() },
      { close: () => responsePaces.close() },
      { close: () => subscriptions?.close() },
    ],
    storage: [{ close: () => ports.storage.close() }],
    facts: [listeners, failures, receiver, late],
    bus: [{ close: () => bus?.close() }],
  }
  return {
    ...ports,
    ...writing,
    ...parts,
    ...createAuthorization(ports, options, changes, engine),
    ...{ dispatcher, responsePaces, clientAddresses, connections, health, stages },
    fileApi: new FileApi({ ...ports, deadlines }),
    healthApi: new HealthApi({ ...edge, health }),
    webApi: new WebApi({ ...edge, bodies, forms }),
  }
}

/** Waits for work within its deadlines, and refuses what is left when the engine closes. */
function refusing(deadlines: Deadlines): Part {
  return {
    drain: () => deadlines.idle(),
    close: () => {
      deadlines.failAll(new ShuttingDownError())
      deadlines.close()
    },
  }
}
