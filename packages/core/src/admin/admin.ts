import type { Changes } from '../changes/changes.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Configurations } from '../configuration/configurations.js'
import type { Passwords } from '../identity/passwords.js'
import type { SecretKeys } from '../identity/secret-keys.js'
import type { Revocation } from '../oauth/revocation.js'
import type { TokenIssuer } from '../oauth/token-issuer.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { Presence } from '../presence/presence.js'
import type { Settings } from '../settings.js'
import type { Deliveries } from '../webhooks/deliveries.js'
import { AgentAdmin } from './agents.js'
import { AppAdmin } from './apps.js'
import { CustomerAdmin } from './customers.js'
import { LicenseAdmin } from './licenses.js'
import { PropertyAdmin } from './properties.js'
import { TokenAdmin } from './tokens.js'
import { WebhookAdmin } from './webhooks.js'

/**
 * Manages licenses, people, apps, tokens, properties and webhooks in process. A wrong argument rejects with a
 * `ParleyError` of the type `validation`.
 */
export interface Admin {
  readonly licenses: LicenseAdmin
  readonly agents: AgentAdmin
  readonly customers: CustomerAdmin
  readonly apps: AppAdmin
  readonly tokens: TokenAdmin
  readonly properties: PropertyAdmin
  readonly webhooks: WebhookAdmin
}

/** The parts of the engine that `admin` uses. */
export interface AdminDependencies {
  readonly read: StorageReads
  readonly changes: Changes
  readonly configurations: Configurations
  readonly clock: Clock
  readonly steady: SteadyClock
  readonly ids: Ids
  readonly settings: Settings
  readonly passwords: Passwords
  readonly secretKeys: SecretKeys
  readonly issuer: TokenIssuer
  readonly revocation: Revocation
  readonly presence: Presence
  readonly deliveries: Deliveries
}

/** Returns `parley.admin`. */
export function createAdmin(dependencies: AdminDependencies): Admin {
  return {
    licenses: new LicenseAdmin(dependencies),
    agents: new AgentAdmin(dependencies),
    customers: new CustomerAdmin(dependencies),
    apps: new AppAdmin(dependencies),
    tokens: new TokenAdmin(dependencies),
    properties: new PropertyAdmin(dependencies),
    webhooks: new WebhookAdmin(dependencies),
  }
}
