import { type Static, Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { group } from './group.js'

function relativePath(name: string) {
  const pattern = '^[\\w~-][\\w.~-]*(/[\\w~-][\\w.~-]*)*$'
  return Type.String({
    default: name,
    maxLength: 256,
    pattern,
    [formKeyword]: `a relative path such as ${name}`,
  })
}

const parts = group({
  /** Customer Chat API. */
  customer: relativePath('customer'),
  /** Agent Chat API. */
  agent: relativePath('agent'),
  /** Configuration API. */
  configuration: relativePath('configuration'),
  /** Authorization service, which is {auth_url}. */
  auth: relativePath('auth'),
  /** Files, which is {files_url}; images, which is {image_cdn_base_url}, are at `images/` below it. */
  files: relativePath('files'),
  /** Health of the node: `live` and `ready` below it, and the path itself. */
  health: relativePath('health'),
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
