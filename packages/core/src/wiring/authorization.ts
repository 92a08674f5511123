import type { Changes } from '../changes/changes.js'
import { AuthorizationApi, type AuthorizationApiDependencies } from '../edge/authorization/api.js'
import { AuthorizationPages } from '../edge/authorization/pages.js'
import { Passwords } from '../identity/passwords.js'
import { AttemptLimiter } from '../oauth/attempt-limiter.js'
import { Authorization } from '../oauth/authorization.js'
import { AuthorizationCodeGrant } from '../oauth/authorization-code-grant.js'
import { CustomerTokens } from '../oauth/customer-tokens.js'
import { PasswordSignIns } from '../oauth/password-sign-ins.js'
import { RefreshTokenGrant } from '../oauth/refresh-token-grant.js'
import { Revocation } from '../oauth/revocation.js'
import { TokenEndpoint } from '../oauth/token-endpoint.js'
import { TokenIssuer } from '../oauth/token-issuer.js'
import type { ParleyOptions } from '../options/options.js'
import type { Ports } from './engine-ports.js'

/** Creates the authorization service. */
export function createAuthorization(
  ports: Ports,
  { renderPage, signIn: signInHook }: ParleyOptions,
  changes: Changes,
  engine: Pick<
    AuthorizationApiDependencies,
    'admission' | 'callerRates' | 'addressRates' | 'deadlines' | 'bodies'
  >,
) {
  const { settings, read, clock, ids, failures, shutdown } = ports
  const passwords = new Passwords(ids, settings.limits.passwordCostLog2)
  const issuer = new TokenIssuer(clock, ids, settings)
  const shared = { settings, read, changes, clock, ids }
  const revocation = new Revocation(shared)
  const attempts = new AttemptLimiter(changes, clock)
  const signedIn = new PasswordSignIns({ ...shared, passwords, attempts })
  const authorization = new Authorization({ ...shared, attempts, signedIn, issuer, signInHook })
  const pages = new AuthorizationPages({ authorization, settings, ids, failures, renderPage })
  const codeGrant = new AuthorizationCodeGrant({ changes, clock, issuer })
  const refreshGrant = new RefreshTokenGrant({ changes, clock, issuer })
  const tokenEndpoint = new TokenEndpoint({ read, codeGrant, refreshGrant, revocation })
  const customerTokens = new CustomerTokens({ ...shared, issuer })
  const authorizationApi = new AuthorizationApi({
    ...{ settings, clock, failures, shutdown },
    ...engine,
    pages,
    tokenEndpoint,
    customerTokens,
  })
  return { authorizationApi, passwords, issuer, revocation }
}
