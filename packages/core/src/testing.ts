/// <reference types="node" preserve="true" />

// For tests of hosts, adapters and storages.

export { VirtualClock } from './clock/virtual-clock.js'
export { createParleyWith } from './engine.js'
export type { FixedOverrides } from './options/fixed-values.js'
export { TextFrame } from './push/text-frame.js'
