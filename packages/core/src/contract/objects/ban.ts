import { Type } from 'typebox'

/** Spec chat.md "Other objects"; days of 86,400 s from the moment of the ban (decisions §15). */
export const ban = Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3_650 }) })
