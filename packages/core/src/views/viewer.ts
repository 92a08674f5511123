import type { ApiVersion } from '../contract/versions.js'
import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'

/** Instants for fields that depend on the current time. */
export interface ViewTimes {
  /** Current instant, for bans and visits. */
  readonly now: number
  /** Current instant on the steady clock, for whether agents are logged in (decisions §16.21). */
  readonly steadyNow: number
}

/** The customer that a view is made for, and the values that views need. */
export interface CustomerViewer {
  readonly api: 'customer'
  readonly version: ApiVersion<'customer'>
  readonly catalog: PropertyCatalog
  readonly files: FileUrls
  readonly now: number
  /** Whether chats show their sequence (decisions §16.9); absent means no. */
  readonly showsSequence?: boolean
}

/** The agent that a view is made for, and the values that views need. */
export interface AgentViewer extends ViewTimes {
  readonly api: 'agent'
  readonly version: ApiVersion<'agent'>
  readonly catalog: PropertyCatalog
  readonly files: FileUrls
  /** Whether chats show their sequence (decisions §16.9); absent means no. */
  readonly showsSequence?: boolean
}

/** The user that a view is made for. */
export type Viewer = CustomerViewer | AgentViewer

/** Returns the viewer for a caller. */
export function createViewer(
  { api, version }: ChatCaller,
  catalog: PropertyCatalog,
  files: FileUrls,
  { now, steadyNow }: ViewTimes,
  showsSequence = false,
): Viewer {
  return api === 'customer'
    ? { api, version, catalog, files, now, showsSequence }
    : { api, version, catalog, files, now, steadyNow, showsSequence }
}

/** Differences between API versions (spec chat.md "Versioning", decisions §6.8, §9, §15.5). */
const withoutAdditions = {
  hasRichMessages: false,
  hasMulticasts: false,
  hasQueue: false,
  hasCatchUp: false,
} as const

const customerFeatures = {
  'v0.3': { ...withoutAdditions, lastEvents: 'of-last-thread' },
  'v0.4': { ...withoutAdditions, lastEvents: 'per-type' },
  'v0.5': {
    hasRichMessages: true,
    hasMulticasts: true,
    hasQueue: true,
    hasCatchUp: true,
    lastEvents: 'per-type',
  },
} as const

const agentFeatures = {
  'v0.3': { hasRichMessages: false, hasCatchUp: false, lastEvents: 'in-last-thread' },
  'v0.4': { hasRichMessages: true, hasCatchUp: true, lastEvents: 'per-type' },
} as const

interface CommonFeatures {
  readonly hasRichMessages: boolean
  readonly hasCatchUp: boolean
}

export function getFeatures(viewer: CustomerViewer): (typeof customerFeatures)[ApiVersion<'customer'>]
export function getFeatures(viewer: AgentViewer): (typeof agentFeatures)[ApiVersion<'agent'>]
export function getFeatures(viewer: Viewer | ChatCaller): CommonFeatures
export function getFeatures(viewer: Viewer | ChatCaller): CommonFeatures {
  return viewer.api === 'customer' ? customerFeatures[viewer.version] : agentFeatures[viewer.version]
}

/** Returns an instant in Unix seconds, the unit of timestamps on the wire (decisions §1.1). */
export function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1_000)
}
