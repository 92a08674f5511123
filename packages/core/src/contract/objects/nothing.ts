import { Type } from 'typebox'

/** The response of an action that has nothing to say. */
export const nothing = Type.Object({})
