import { addressCases } from './addresses.conformance.js'
import { keepingCases } from './keeping.conformance.js'
import { readingCases } from './reading.conformance.js'
import { removingCases } from './removing.conformance.js'
import { FilesCases, type FilesSuiteOptions } from './suite.js'

/** Registers a case for each guarantee of the port `Files`. */
export function testFiles(options: FilesSuiteOptions): void {
  keepingCases(new FilesCases(options, 'keeping'))
  readingCases(new FilesCases(options, 'reading'))
  addressCases(new FilesCases(options, 'addresses'))
  removingCases(new FilesCases(options, 'removing'))
}
