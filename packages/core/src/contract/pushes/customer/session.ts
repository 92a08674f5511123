import { Type } from 'typebox'
import { describeReasons } from '../../close-codes.js'
import { byVersion, definePush } from '../../define.js'
import { everyVersion } from './every-version.js'

const reasonsOfEveryVersion = [
  Type.Literal('customer_banned'),
  Type.Literal('too_many_connections'),
  Type.Literal('license_not_found'),
  Type.Literal('internal_error'),
] as const

const reasons = [...reasonsOfEveryVersion, Type.Literal('unsupported_version')] as const

export const customerDisconnectReason = Type.Union([...reasons], {
  description: describeReasons(reasons.map(({ const: reason }) => reason)),
})

const withReason = Type.Object({ reason: customerDisconnectReason })

export const customerDisconnected = definePush({
  ...everyVersion,
  name: 'customer_disconnected',
  summary: 'The server closes the connection after this push; `reason` says why.',
  payload: byVersion({
    /**
     * Lacks `unsupported_version` (spec chat.md "Versioning"), because the receiver of that reason speaks no existing
     * version.
     */
    'v0.3': Type.Object({
      reason: Type.Union([...reasonsOfEveryVersion], {
        description: describeReasons(reasonsOfEveryVersion.map(({ const: reason }) => reason)),
      }),
    }),
    'v0.4': withReason,
    'v0.5': withReason,
  }),
})
