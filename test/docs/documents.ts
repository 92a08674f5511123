import { readdirSync } from 'node:fs'

/** Paths of the generated documents of that kind, from the root of the repository, where tests run. */
export function documentsIn(kind: 'openapi' | 'asyncapi'): readonly string[] {
  return readdirSync(`docs/${kind}`).map((name) => `docs/${kind}/${name}`)
}
