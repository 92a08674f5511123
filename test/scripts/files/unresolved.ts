import { test } from 'node:test'

// Put together, for the compiler looks up what it can read.
await import(['./is', 'not', 'there.js'].join('-'))
test('a test of a file that cannot be imported', () => {})
