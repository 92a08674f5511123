/** The part of JSON Schema that the contract uses. */
export interface Shape {
  readonly type?: string
  readonly const?: string
  readonly not?: object
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly maxProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** Marks the file of a form. */
  readonly 'x-parley-file'?: true
}

/** Returns a schema of the contract as plain JSON Schema. */
export function shapeOf(schema: object): Shape {
  const shape: Shape = JSON.parse(JSON.stringify(schema))
  return shape
}

/** Returns the shape of the values of a map. */
export function mapValueOf(shape: Shape): Shape | undefined {
  return Object.values(shape.patternProperties ?? {})[0]
}

/** Returns what a part accepts, with every alternative of a union. */
export function alternativesOf(shape: Shape): readonly Shape[] {
  return shape.anyOf === undefined ? [shape] : shape.anyOf.flatMap(alternativesOf)
}
