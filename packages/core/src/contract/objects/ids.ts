import { Type } from 'typebox'
import { boundedString } from '../limits.js'

/** An id in a request; of what, where the name of the field does not tell. */
export const id = (description?: string) => boundedString('idLength', 1, description)

/** An id that the engine gives in answers and pushes: UUIDv7 (decisions §1.2). Agents have other ids. */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) })
