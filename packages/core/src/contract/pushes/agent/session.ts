import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { everyVersion } from './every-version.js'

export const agentDisconnectReason = Type.Union([
  Type.Literal('access_token_revoked'),
  Type.Literal('license_expired'),
  Type.Literal('agent_deleted'),
  Type.Literal('logged_out_remotely'),
  Type.Literal('unsupported_version'),
])

export const agentDisconnected = definePush({
  ...everyVersion,
  name: 'agent_disconnected',
  summary: 'The connection ends after this push, for the reason given.',
  payload: Type.Object({ reason: agentDisconnectReason }),
})
