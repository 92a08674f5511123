/// <reference types="node" preserve="true" />

// Tests of hosts, adapters and storages use these.

export { VirtualClock } from './clock/virtual-clock.js'
export { createParleyWith } from './engine.js'
export type { FixedOverrides } from './options/fixed-values.js'
export { createTestParley, type TestParley, type TestParleyOptions } from './test-parley.js'
