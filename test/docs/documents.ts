import { readdirSync } from 'node:fs'

/**
 * Returns the paths of the generated documents of one kind, relative to the root of the repository, where tests run.
 */
export function documentsIn(kind: 'openapi' | 'asyncapi'): readonly string[] {
  return readdirSync(`docs/${kind}`).map((name) => `docs/${kind}/${name}`)
}
