import { Type } from 'typebox'
import { describeReasons } from '../../close-codes.js'
import { definePush } from '../../define.js'
import { everyVersion } from './every-version.js'

const reasons = [
  Type.Literal('access_token_revoked'),
  Type.Literal('license_expired'),
  Type.Literal('agent_deleted'),
  Type.Literal('logged_out_remotely'),
  Type.Literal('unsupported_version'),
] as const

export const agentDisconnectReason = Type.Union([...reasons], {
  description: describeReasons(reasons.map(({ const: reason }) => reason)),
})

export const agentDisconnected = definePush({
  ...everyVersion,
  name: 'agent_disconnected',
  summary: 'The server closes the connection after this push; `reason` says why.',
  payload: Type.Object({ reason: agentDisconnectReason }),
})
