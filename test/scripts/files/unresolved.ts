import { test } from 'node:test'

// Builds the path at run time, because the compiler would try to resolve a literal.
await import(['./is', 'not', 'there.js'].join('-'))
test('a test of a file that cannot be imported', () => {})
