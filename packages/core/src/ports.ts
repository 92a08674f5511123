/// <reference types="node" preserve="true" />

// Ports other than the storage: bus, files, push service, clock, ids, logger, hooks.

export { type LinkedBusOptions, linkedBus } from './bus/linked-bus.js'
export { systemClock } from './clock/system-clock.js'
export { type ConfigErrorCode, type ConfigErrorDetails, ParleyConfigError } from './config-error.js'
export { isPublicAddress } from './domain/addresses.js'
export type { BusMessage } from './facts/fact-batch.js'
export type { Device, DevicePlatform } from './model/device.js'
export type { Geolocation } from './model/geolocation.js'
export type { AssignableThread, AvailableAgent } from './model/routing.js'
export type { AuthPage, PageKind, RenderPage } from './ports/auth-page.js'
export type { Bus, Subscription } from './ports/bus.js'
export type { BusLink, BusLinkEvents, ConnectBus, OutgoingBatch, OutgoingMessage } from './ports/bus-link.js'
export type { Clock } from './ports/clock.js'
export type { FileRange, Files, PresignOptions } from './ports/files.js'
export type { Geolocate } from './ports/geolocate.js'
export type { Ids } from './ports/ids.js'
export type { LogFields, Logger } from './ports/logger.js'
export type { PushMessage, PushOutcome, PushService } from './ports/push-service.js'
export type { Assignment, RoutingPolicy, RoutingState } from './ports/routing-policy.js'
export type { SignInHook, SignInRequest } from './ports/sign-in.js'
export { type HostAddress, HostAddresses } from './webhooks/host-addresses.js'
