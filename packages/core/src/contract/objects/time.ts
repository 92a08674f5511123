import { Type } from 'typebox'

/** A time in responses and pushes, in Unix seconds (decisions §1.1). */
export const unixSeconds = (description?: string) =>
  Type.Integer({ format: 'unixtime', ...(description !== undefined && { description }) })
