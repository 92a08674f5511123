/// <reference types="node" preserve="true" />

// The engine, its options and errors, events and in-process methods, and the built-in memory parts.

export type { Admin } from './admin/admin.js'
export { type MemoryBusOptions, memoryBus } from './bus/memory-bus.js'
export { type ConfigErrorCode, type ConfigErrorDetails, ParleyConfigError } from './config-error.js'
export { assign as defaultRoutingPolicy } from './domain/routing/assign.js'
export type { FetchOptions } from './edge/http/web-request.js'
export { createParley, type Parley } from './engine.js'
export { type ErrorType, errorTable, ParleyError, ValidationError, type WireError } from './errors.js'
export type { HostPayload } from './facts/consequences.js'
export type { FactName } from './facts/fact.js'
export type { EventName, FactEvent, LaggedEvent, ParleyEvents } from './facts/fact-listeners.js'
export type { BusMetrics } from './facts/late-commits.js'
export { type MemoryFilesOptions, memoryFiles } from './files/memory-files.js'
export type { Health, PartHealth } from './health/health.js'
export type { HousekeepingMetrics, TableMetrics } from './housekeeping/housekeeping.js'
export type { AgentMethods, AgentReference, CustomerMethods, CustomerReference } from './in-process.js'
export { type JsonLoggerOptions, jsonLogger, type LogLevel } from './logging/json-logger.js'
export type { Metrics } from './metrics.js'
export type { ParleyOptions } from './options/options.js'
