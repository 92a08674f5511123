import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { spec } from '../spec.js'

/** Where a list goes on that was cut (decisions §16.8, §16.19). */
export const nextPageId = Type.Optional(Type.String(spec('decisions §16.8')))
/** Pages are an addition; an empty one asks for the first. */
export const pageId = Type.Optional({ ...boundedString('idLength'), ...spec('decisions §16.8') })
