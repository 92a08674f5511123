import { Type } from 'typebox'

/** The empty response of an action. */
export const nothing = Type.Object({})
