import { Type } from 'typebox'
import { boundedString } from '../limits.js'

/** An id in a request. `description` is needed when the field name does not say what the id names. */
export const id = (description?: string) => boundedString('idLength', 1, description)

/** An id that the engine creates, in responses and pushes: a UUIDv7 (decisions §1.2). Agent ids have another form. */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) })
