import { addressCases } from './addresses.conformance.js'
import { authorizationCases } from './authorization.conformance.js'
import { boundCases } from './bounds.conformance.js'
import { configurationCases } from './configuration.conformance.js'
import { conversationCases } from './conversation.conformance.js'
import { corsCases } from './cors.conformance.js'
import { endingCases } from './endings.conformance.js'
import { envelopeCases } from './envelopes.conformance.js'
import { errorCases } from './errors.conformance.js'
import { fileCases } from './files.conformance.js'
import { idempotencyCases } from './idempotency.conformance.js'
import { protocolCases } from './protocol.conformance.js'
import { pushCases } from './pushes.conformance.js'
import { socketIoCases } from './socket-io.conformance.js'
import { ServerCases, type ServerSuiteOptions } from './suite.js'
import { versionCases } from './versions.conformance.js'

/**
 * Registers a case for each behavior that clients rely on. The suite knows the server only by its address and its
 * licenses: it uses real HTTP and real connections, whatever language or framework the server is written in.
 */
export function testServer(options: ServerSuiteOptions): void {
  const cases = (aspect: string) => new ServerCases(options, aspect)
  addressCases(cases('addresses'))
  envelopeCases(cases('envelopes'))
  errorCases(cases('errors'))
  boundCases(cases('bounds'))
  corsCases(cases('cross-origin requests'))
  idempotencyCases(cases('idempotency keys'))
  authorizationCases(cases('authorization service'))
  configurationCases(cases('Configuration API'))
  conversationCases(cases('conversations'))
  fileCases(cases('files'))
  protocolCases(cases('real time'))
  socketIoCases(cases('Socket.IO'))
  pushCases(cases('pushes'))
  versionCases(cases('versions'))
  endingCases(cases('endings'))
}
