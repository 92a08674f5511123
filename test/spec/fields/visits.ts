import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import { isMap } from '../checks.js'
import type { Steps } from '../paths.js'
import type { Part } from './payloads.js'
import { branchesFor, declaredIn, isDecision, objectTitleOf, sectionOf, valuesOfMap } from './schema.js'

/** An object within a payload, and its schema. */
export interface Visit {
  /** Title of the documented object or payload that it belongs to. */
  readonly title: string
  /** Path within that object; empty for the object itself. */
  readonly path: string
  /** Steps to it from the payload. */
  readonly steps: Steps
  /** Whether it is in a map, whose keys clients choose. */
  readonly isInMap: boolean
  readonly shape: Shape
  readonly object: Readonly<Record<string, unknown>>
}

type Place = Omit<Visit, 'shape' | 'object'> & { readonly part: Part }

/** Returns every object in a payload, including the payload itself. Additions of Parley are left out. */
export function visitsOf(title: string, part: Part, shape: Shape, payload: unknown): Iterable<Visit> {
  return visitsWithin(shape, payload, { title, part, path: '', steps: [], isInMap: false })
}

function* visitsAt(shape: Shape, value: unknown, place: Place): Iterable<Visit> {
  const title = objectTitleOf(shape, place.part)
  if (title === undefined) yield* visitsWithin(shape, value, place)
  else if (!isDecision(sectionOf(shape))) yield* visitsWithin(shape, value, { ...place, title, path: '' })
}

function* visitsWithin(shape: Shape, value: unknown, place: Place): Iterable<Visit> {
  const { path, steps } = place
  const values = valuesOfMap(shape)
  if (shape.anyOf !== undefined) {
    for (const branch of branchesFor(shape.anyOf, value)) yield* visitsAt(branch, value, place)
  } else if (shape.items !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* visitsAt(shape.items, item, { ...place, path: `${path}[]`, steps: [...steps, index] })
    }
  } else if (values !== undefined && isMap(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* visitsAt(values, item, { ...place, path: `${path}.*`, steps: [...steps, key], isInMap: true })
    }
  } else if (shape.properties !== undefined && isMap(value)) {
    const { part: _, ...visit } = place
    yield { ...visit, shape, object: value }
    for (const { name, shape: field } of declaredIn(shape)) {
      if (!(name in value)) continue
      const at = { path: joined(path, name), steps: [...steps, name] }
      yield* visitsAt(field, value[name], { ...place, ...at })
    }
  }
}

export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
