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
  /** Path of the Customer Chat API. Default: `customer`. */
  customer: relativePath('customer'),
  /** Path of the Agent Chat API. Default: `agent`. */
  agent: relativePath('agent'),
  /** Path of the Configuration API. Default: `configuration`. */
  configuration: relativePath('configuration'),
  /** Path of the authorization service, {auth_url}. Default: `auth`. */
  auth: relativePath('auth'),
  /** Path of files, {files_url}. Images, {image_cdn_base_url}, are at `images/` below it. Default: `files`. */
  files: relativePath('files'),
  /** Path of the health checks: `live` and `ready` below it, and the path itself. Default: `health`. */
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
