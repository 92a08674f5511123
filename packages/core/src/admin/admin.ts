import type { Emit } from '../domain/push.js'
import type { Passwords } from '../identity/passwords.js'
import type { Revocation } from '../oauth/revocation.js'
import type { TokenIssuer } from '../oauth/token-issuer.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Storage } from '../ports/storage.js'
import type { BusMessage } from '../push/bus-message.js'
import type { Settings } from '../settings.js'
import type { ChatWriter } from '../writes/chat-writer.js'
import { AgentAdmin } from './agents.js'
import { AppAdmin } from './apps.js'
import { CustomerAdmin } from './customers.js'
import { LicenseAdmin } from './licenses.js'
import { TokenAdmin } from './tokens.js'

/** Provisioning by the host, in process. Failures that a caller can cause are `ParleyError`s of type `validation`. */
export interface Admin {
  readonly licenses: LicenseAdmin
  readonly agents: AgentAdmin
  readonly customers: CustomerAdmin
  readonly apps: AppAdmin
  readonly tokens: TokenAdmin
}

export interface AdminDependencies {
  readonly storage: Storage
  readonly clock: Clock
  readonly ids: Ids
  readonly bus: Bus<BusMessage>
  readonly settings: Settings
  readonly passwords: Passwords
  readonly issuer: TokenIssuer
  readonly revocation: Revocation
  readonly writer: ChatWriter
  readonly emit: Emit
}

export function createAdmin(dependencies: AdminDependencies): Admin {
  const { storage, clock, ids, bus, settings } = dependencies
  return {
    licenses: new LicenseAdmin(storage, clock, bus, settings),
    agents: new AgentAdmin(dependencies),
    customers: new CustomerAdmin(storage, clock, ids, settings),
    apps: new AppAdmin(dependencies),
    tokens: new TokenAdmin(dependencies),
  }
}
