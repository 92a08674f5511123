import type { Shape } from './shape.js'

/**
 * A JSON text under construction. Unlike a value it can contain everything that text can: `1e400`, a lone surrogate, a
 * repeated key. Each part knows its shape in the contract and the alternatives.
 */
export type Tree = Leaf | List | Table

interface Part {
  readonly shape: Shape
  readonly alternatives: readonly Shape[]
}

export interface Leaf extends Part {
  readonly kind: 'leaf'
  readonly text: string
}

export interface List extends Part {
  readonly kind: 'list'
  readonly items: readonly Tree[]
}

export interface Table extends Part {
  readonly kind: 'table'
  readonly entries: readonly Entry[]
}

export interface Entry {
  /** The key as JSON text, including the quotes. */
  readonly key: string
  readonly value: Tree
}

const anything: Part = { shape: {}, alternatives: [] }

/** Returns any text, valid JSON or not, as a part without a shape. */
export function rawTree(text: string): Leaf {
  return { kind: 'leaf', text, ...anything }
}

export function leaf(shape: Shape, value: string | number | boolean | null): Leaf {
  return { kind: 'leaf', text: JSON.stringify(value), shape, alternatives: [shape] }
}

export function encodeTree(tree: Tree): string {
  switch (tree.kind) {
    case 'leaf':
      return tree.text
    case 'list':
      return `[${tree.items.map(encodeTree).join(',')}]`
    case 'table':
      return `{${tree.entries.map(({ key, value }) => `${key}:${encodeTree(value)}`).join(',')}}`
  }
}
