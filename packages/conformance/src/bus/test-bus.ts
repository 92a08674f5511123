import { messageCases } from './messages.conformance.js'
import { orderCases } from './order.conformance.js'
import { outageCases } from './outages.conformance.js'
import { subscriptionCases } from './subscriptions.conformance.js'
import { BusCases, type BusSuiteOptions } from './suite.js'
import { workingCases } from './working.conformance.js'

/** Registers a case for each guarantee of the port `Bus`. */
export function testBus(options: BusSuiteOptions): void {
  orderCases(new BusCases(options, 'order'))
  messageCases(new BusCases(options, 'messages'))
  subscriptionCases(new BusCases(options, 'subscriptions'))
  workingCases(new BusCases(options, 'working'))
  outageCases(new BusCases(options, 'outages'))
}
