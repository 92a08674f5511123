import type { TSchema } from 'typebox'

/** The part of JSON Schema that the contract uses. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly not?: unknown
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly maxProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/**
 * What is wrong with a value that a compiled schema refused, and where: the first problem in the order of the
 * schema, e.g. `payload.event.text is required`. In a union of objects told apart by `type`, only the branch of
 * that type is looked at.
 */
export function explain(schema: TSchema, value: unknown, path: string): string {
  return problemOf(schema as Shape, value, path) ?? `${path} has not the right shape`
}

function problemOf(shape: Shape, value: unknown, path: string): string | undefined {
  if (shape.not !== undefined) return `${path} cannot be set`
  if (shape.anyOf !== undefined) return unionProblem(shape.anyOf, value, path)
  if (shape.const !== undefined)
    return value === shape.const ? undefined : `${path} must be ${String(shape.const)}`
  switch (shape.type) {
    case 'object':
      return objectProblem(shape, value, path)
    case 'array':
      return arrayProblem(shape, value, path)
    case 'string':
      return typeof value === 'string' ? lengthProblem(shape, value, path) : `${path} must be a string`
    case 'integer':
      return Number.isInteger(value) ? rangeProblem(shape, Number(value), path) : `${path} must be an integer`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${path} must be a boolean`
    case 'null':
      return value === null ? undefined : `${path} must be null`
    default:
      return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectProblem(shape: Shape, value: unknown, path: string): string | undefined {
  if (!isObject(value)) return `${path} must be an object`
  const unknown = unknownNames(shape, value)
  // First: a field that is missing may be the one that is misspelt.
  if (unknown.length > 0) {
    const known = Object.keys(shape.properties ?? {})
    return `${path} cannot have ${unknown.join(', ')}: its keys are ${known.join(', ')}`
  }
  const missing = shape.required?.find((name) => value[name] === undefined)
  if (missing !== undefined) return `${path}.${missing} is required`
  if (Object.keys(value).length > (shape.maxProperties ?? Number.POSITIVE_INFINITY)) {
    return `${path} must have at most ${shape.maxProperties} keys`
  }
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    if (value[name] === undefined) continue
    const problem = problemOf(property, value[name], `${path}.${name}`)
    if (problem !== undefined) return problem
  }
  return mapProblem(Object.values(shape.patternProperties ?? {})[0], value, path)
}

function unknownNames({ properties = {}, additionalProperties }: Shape, value: object): readonly string[] {
  if (additionalProperties !== false) return []
  return Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
}

function mapProblem(
  shape: Shape | undefined,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  if (shape === undefined) return undefined
  for (const [name, item] of Object.entries(value)) {
    const problem = problemOf(shape, item, `${path}.${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function arrayProblem(shape: Shape, value: unknown, path: string): string | undefined {
  if (!Array.isArray(value)) return `${path} must be an array`
  if (value.length < (shape.minItems ?? 0)) return `${path} must have at least ${shape.minItems} items`
  if (value.length > (shape.maxItems ?? Number.POSITIVE_INFINITY))
    return `${path} must have at most ${shape.maxItems} items`
  for (const [index, item] of value.entries()) {
    const problem = shape.items && problemOf(shape.items, item, `${path}[${index}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function lengthProblem(shape: Shape, value: string, path: string): string | undefined {
  const length = [...value].length
  if (length < (shape.minLength ?? 0)) return `${path} must not be empty`
  if (length > (shape.maxLength ?? Number.POSITIVE_INFINITY))
    return `${path} must have at most ${shape.maxLength} characters`
  return undefined
}

function rangeProblem(shape: Shape, value: number, path: string): string | undefined {
  if (value < (shape.minimum ?? Number.NEGATIVE_INFINITY)) return `${path} must be at least ${shape.minimum}`
  if (value > (shape.maximum ?? Number.POSITIVE_INFINITY)) return `${path} must be at most ${shape.maximum}`
  return undefined
}

function unionProblem(branches: readonly Shape[], value: unknown, path: string): string | undefined {
  if (branches.some((branch) => problemOf(branch, value, path) === undefined)) return undefined
  const literals = branches.map((branch) => branch.const)
  if (literals.every((literal) => literal !== undefined))
    return `${path} must be one of ${literals.join(', ')}`
  const types = branches.map((branch) => branch.properties?.type?.const)
  if (!types.every((type) => type !== undefined)) return `${path} has not the right type`
  if (!isObject(value)) return `${path} must be an object`
  if (value.type === undefined) return `${path}.type is required`
  const branch = branches[types.indexOf(value.type)]
  return branch === undefined
    ? `${path}.type must be one of ${types.join(', ')}`
    : problemOf(branch, value, path)
}
