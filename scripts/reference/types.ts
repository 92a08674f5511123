import { documentKeyword, formKeyword, limitKeyword } from '../../packages/core/src/contract/limits.js'
import { fileKeyword } from '../../packages/core/src/contract/objects/uploaded-file.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { contractLimitNames } from '../../packages/core/src/options/limits.js'
import { nameOf } from './named-objects.js'

/** Returns a link for the name of an object. */
export type LinkOf = (name: string) => string

/** Returns the type of a value in words: `array of [Thread](…)`, `"all"` or `"agents"`. */
export function typeText(shape: Shape, linkOf: LinkOf): string {
  if (isFile(shape)) return 'file'
  const name = nameOf(shape)
  if (name !== undefined) return linkOf(name)
  if (shape.const !== undefined) return code(JSON.stringify(shape.const))
  if (shape.enum !== undefined) return alternatives(shape.enum.map((value) => code(JSON.stringify(value))))
  if (shape.anyOf !== undefined) {
    return alternatives(leavesOf(shape.anyOf).map((branch) => typeText(branch, linkOf)))
  }
  if (shape.items !== undefined) return `array of ${typeText(shape.items, linkOf)}`
  const [value] = Object.values(shape.patternProperties ?? {})
  if (value !== undefined) return `map of ${typeText(value, linkOf)}`
  return shape.type ?? 'any JSON'
}

/** Returns the branches of a union, with unions inside it replaced by their branches. */
function leavesOf(branches: readonly Shape[]): readonly Shape[] {
  return branches.flatMap((branch) =>
    branch.anyOf === undefined || nameOf(branch) !== undefined ? [branch] : leavesOf(branch.anyOf),
  )
}

/** Returns whether a value is sent as a file, in a part of a form. */
export function isFile(shape: Shape): boolean {
  return fileKeyword in shape
}

function alternatives(texts: readonly string[]): string {
  const different = [...new Set(texts)]
  const last = different.at(-1) ?? ''
  return different.length === 1 ? last : `${different.slice(0, -1).join(', ')} or ${last}`
}

/** Returns the bounds of a value, and the option that changes them: `1 to 256 characters`. Empty when there are none. */
export function boundsText(shape: Shape, optionsPage: string): string {
  const limit = optionOf(shape)
  const rules = shape[documentKeyword]
  const option = limit && ` ([\`${limit}\`](${optionsPage}#contractlimits))`
  const texts = [
    range(shape.minLength || undefined, shape.maxLength, 'characters'),
    range(shape.minItems || undefined, shape.maxItems, 'items'),
    range(rules?.minProperties, shape.maxProperties ?? rules?.maxProperties, 'keys'),
    range(shape.minimum, shape.maximum, ''),
    shape[formKeyword] ?? (shape.pattern && `must match \`${shape.pattern}\``),
  ].filter((text) => text !== undefined && text !== '')
  return texts.length === 0 ? '' : `${texts.join(', ')}${option ?? ''}`
}

/** Returns the option that changes the bound of a value, or `undefined` when the bound is fixed. */
function optionOf(shape: Shape): string | undefined {
  const limit = limitKeyword in shape ? String(shape[limitKeyword]) : undefined
  return contractLimitNames.find((name) => name === limit)
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string | undefined {
  const after = unit && ` ${unit}`
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `at least ${shown(minimum)}${after}`
  if (minimum === undefined) return `at most ${shown(maximum)}${after}`
  return `${shown(minimum)} to ${shown(maximum)}${after}`
}

function shown(value: number | undefined): string {
  return value?.toLocaleString('en-US') ?? ''
}

function code(text: string): string {
  return `\`${text}\``
}
