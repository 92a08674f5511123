import { endingCases, failingCases } from './failing.conformance.js'
import { notifyingCases } from './notifying.conformance.js'
import { PushCases, type PushSuiteOptions } from './suite.js'

/** Registers a case for each guarantee of the port `PushService`. */
export function testPushService(options: PushSuiteOptions): void {
  notifyingCases(new PushCases(options, 'notifying'))
  failingCases(new PushCases(options, 'failing'))
  endingCases(new PushCases(options, 'ending'))
}
