import type { Passwords } from '../auth/passwords.js'
import type { Emit } from '../domain/push.js'
import type { Revocation } from '../oauth/revocation.js'
import type { TokenIssue } from '../oauth/token-issue.js'
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

export interface AdminParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly ids: Ids
  readonly bus: Bus<BusMessage>
  readonly settings: Settings
  readonly passwords: Passwords
  readonly issue: TokenIssue
  readonly revocation: Revocation
  readonly writer: ChatWriter
  readonly emit: Emit
}

export function createAdmin(parts: AdminParts): Admin {
  const { storage, clock, ids, bus, settings } = parts
  return {
    licenses: new LicenseAdmin(storage, clock, bus, settings),
    agents: new AgentAdmin(parts),
    customers: new CustomerAdmin(storage, clock, ids, settings),
    apps: new AppAdmin(parts),
    tokens: new TokenAdmin(parts),
  }
}
