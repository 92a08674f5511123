import type { ApiVersion } from '../contract/versions.js'
import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'

/** What decides what is true only for a time. */
export interface ViewTimes {
  /** Banned, visiting. */
  readonly now: number
  /** Logged in: by the steady clock, which graces run on (decisions §16.21). */
  readonly steadyNow: number
}

/** For whom a view is made. */
export interface CustomerViewer {
  readonly api: 'customer'
  readonly version: ApiVersion<'customer'>
  readonly catalog: PropertyCatalog
  readonly files: FileUrls
  readonly now: number
  /** Absent: not shown (decisions §16.9). */
  readonly showsSequence?: boolean
}

export interface AgentViewer extends ViewTimes {
  readonly api: 'agent'
  readonly version: ApiVersion<'agent'>
  readonly catalog: PropertyCatalog
  readonly files: FileUrls
  /** Absent: not shown (decisions §16.9). */
  readonly showsSequence?: boolean
}

export type Viewer = CustomerViewer | AgentViewer

/** What this caller is shown, by those properties and at those instants. */
export function viewerOf(
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

/** What differs between versions (spec chat.md "Versioning", decisions §6.8, §9, §15). */
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

export function featuresOf(viewer: CustomerViewer): (typeof customerFeatures)[ApiVersion<'customer'>]
export function featuresOf(viewer: AgentViewer): (typeof agentFeatures)[ApiVersion<'agent'>]
export function featuresOf(viewer: Viewer | ChatCaller): CommonFeatures
export function featuresOf(viewer: Viewer | ChatCaller): CommonFeatures {
  return viewer.api === 'customer' ? customerFeatures[viewer.version] : agentFeatures[viewer.version]
}

/** Wire timestamps are Unix seconds (decisions §1.1). */
export function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1_000)
}
