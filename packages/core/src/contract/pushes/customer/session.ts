import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Customer API pushes". */

export const customerDisconnectReason = Type.Union([
  Type.Literal('customer_banned'),
  Type.Literal('too_many_connections'),
  Type.Literal('license_not_found'),
  Type.Literal('unsupported_version'),
  Type.Literal('internal_error'),
])

export const customerDisconnected = definePush({
  ...everyVersion,
  name: 'customer_disconnected',
  summary: 'The connection ends after this push, for the reason given.',
  payload: Type.Object({ reason: customerDisconnectReason }),
})
