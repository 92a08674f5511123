import { scopes } from '../contract/scopes.js'

/** Returns the authorization server metadata (RFC 8414 §2). */
export function metadata(authUrl: string) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/`,
    token_endpoint: `${authUrl}/token`,
    revocation_endpoint: `${authUrl}/revoke`,
    scopes_supported: Object.keys(scopes),
    response_types_supported: ['code', 'token'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'implicit'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
