import { type Static, Type } from 'typebox'
import { group } from './group.js'

function relativePath(name: string) {
  const pattern = '^[\\w~-][\\w.~-]*(/[\\w~-][\\w.~-]*)*$'
  return Type.String({ default: name, pattern, description: `a relative path such as ${name}` })
}

const parts = group({
  /** Customer Chat API. */
  customer: relativePath('customer'),
  /** Agent Chat API. */
  agent: relativePath('agent'),
  /** Authorization service, which is {auth_url}. */
  auth: relativePath('auth'),
})

function areApart(given: Static<typeof parts>): boolean {
  const paths = Object.values(given)
  const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`)
  return paths.every((path, at) => paths.every((other, otherAt) => at === otherAt || !isWithin(path, other)))
}

export const paths = Type.Refine(
  parts,
  areApart,
  () => 'must give each part a path of its own, none within another',
)
