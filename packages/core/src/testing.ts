/// <reference types="node" preserve="true" />

// For tests of hosts, adapters and storages.

export { VirtualClock } from './clock/virtual-clock.js'
export { TextFrame } from './push/text-frame.js'
