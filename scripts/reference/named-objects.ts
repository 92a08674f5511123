import { readdirSync } from 'node:fs'
import { fileKeyword } from '../../packages/core/src/contract/objects/uploaded-file.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'

const folder = new URL('../../packages/core/src/contract/objects/', import.meta.url)

/**
 * Objects that several actions and pushes share, by the names of the constants in `contract/objects` in Pascal case.
 */
export const namedObjects: ReadonlyMap<string, Shape> = await readObjects()

const namesByContent = new Map(
  [...namedObjects].toReversed().map(([name, shape]) => [contentOf(shape), name]),
)

/**
 * Returns the name of a shape, if it has one. Shapes are compared by content, because marking one as optional copies
 * it.
 */
export function nameOf(shape: Shape): string | undefined {
  return namesByContent.get(contentOf(shape))
}

async function readObjects(): Promise<ReadonlyMap<string, Shape>> {
  const named = new Map<string, Shape>()
  const modules = readdirSync(folder).flatMap((file) => file.match(/^([\w-]+)\.ts$/)?.[1] ?? [])
  for (const name of modules.toSorted()) {
    // A template literal lets a bundler find the folder.
    const exported: Readonly<Record<string, unknown>> = await import(
      `../../packages/core/src/contract/objects/${name}.ts`
    )
    for (const [name, value] of Object.entries(exported)) {
      if (isWorthAName(value)) named.set(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value)
    }
  }
  return new Map([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns whether a value is an object with fields, a map, or a union of those. */
function isWorthAName(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || fileKeyword in value) return false
  const { type, properties = {}, patternProperties, anyOf = [] }: Shape = value
  if (type === 'object') return patternProperties !== undefined || Object.keys(properties).length > 0
  return anyOf.length > 0 && anyOf.every(isWorthAName)
}

function contentOf(shape: Shape): string {
  return JSON.stringify(shape)
}
