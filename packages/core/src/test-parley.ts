import type { Agent } from './admin/entities/agent.js'
import type { CreatedApp } from './admin/entities/app.js'
import type { Customer } from './admin/entities/customer.js'
import type { License } from './admin/entities/license.js'
import { VirtualClock } from './clock/virtual-clock.js'
import { type Scope, scopes } from './contract/scopes.js'
import { createParley, type Parley } from './engine.js'
import type { ParleyOptions } from './options/options.js'

/** Options of {@link createTestParley}: those of `createParley`, with a virtual clock in place of `clock`. */
export type TestParleyOptions = Omit<ParleyOptions, 'clock'>

/** An engine for tests, with one of everything that a chat needs. */
export interface TestParley {
  readonly parley: Parley
  /** The engine's only source of time. It stands still until a test advances it. */
  readonly clock: VirtualClock
  readonly license: License
  /** A server-side app with every scope, and its client secret. */
  readonly app: CreatedApp
  /** An administrator, without a password. */
  readonly agent: Agent
  readonly customer: Customer
  /** Access token of the agent, with every scope. */
  readonly agentToken: string
  /** Access token of the customer. */
  readonly customerToken: string
}

/** Instant at which the clock of {@link createTestParley} starts. */
const startAt = Date.UTC(2030, 0, 1)

/**
 * Starts an engine for the tests of a host, with a clock, a license, an app, an agent, a customer and tokens. The storage
 * is the host's choice; `memoryStorage()` of `@parley/storage-memory` is the quickest. Tests close `parley` themselves.
 *
 * @throws ParleyConfigError for a wrong option, as `createParley`.
 */
export async function createTestParley(options: TestParleyOptions): Promise<TestParley> {
  const clock = new VirtualClock(startAt)
  const parley = await createParley({ ...options, clock })
  try {
    return { parley, clock, ...(await seed(parley)) }
  } catch (cause) {
    await parley.close()
    throw cause
  }
}

async function seed({ admin }: Parley): Promise<Omit<TestParley, 'parley' | 'clock'>> {
  const license = await admin.licenses.create({ name: 'Test' })
  const owner = { licenseId: license.id }
  const agent = await admin.agents.create({
    ...owner,
    ...{ login: 'agent@example.com', name: 'Agent', permission: 'administrator' },
  })
  const customer = await admin.customers.create({ ...owner, name: 'Customer' })
  const app = await admin.apps.create({
    ...owner,
    ...{ name: 'Test app', type: 'server', visibility: 'private', redirectUris: [] },
    scopes: Object.keys(scopes).filter(isScope),
  })
  const tokenOf = { ...owner, clientId: app.clientId }
  const agentTokens = await admin.tokens.createForAgent({ ...tokenOf, agentId: agent.id })
  const customerTokens = await admin.tokens.createForCustomer({ ...tokenOf, customerId: customer.id })
  return {
    ...{ license, app, agent, customer },
    agentToken: agentTokens.accessToken,
    customerToken: customerTokens.accessToken,
  }
}

function isScope(name: string): name is Scope {
  return name in scopes
}
