import { requestCases } from './requests.conformance.js'
import { responseCases } from './responses.conformance.js'
import { HttpCases, type HttpSuiteOptions } from './suite.js'

/** Registers a case for each guarantee of the HTTP half of the port `Edge`. */
export function testHttp(options: HttpSuiteOptions): void {
  requestCases(new HttpCases(options, 'requests'))
  responseCases(new HttpCases(options, 'responses'))
}
