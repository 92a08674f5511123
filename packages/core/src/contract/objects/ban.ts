import { Type } from 'typebox'
import { spec } from '../spec.js'

/** Duration of a ban. A day has 86,400 s and is counted from the start of the ban (decisions §15). */
export const ban = Type.Object(
  { days: Type.Integer({ minimum: 1, maximum: 3_650 }) },
  spec('chat.md "Other objects", ban'),
)
