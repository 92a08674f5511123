import { ParleyConfigError } from '@parley/core'

/** Matches a path without patterns and parameters. */
const plainPath = /^[\w/.~-]*$/

/**
 * Throws a `ParleyConfigError` when no request under `mountPath` can be for one of `paths`. Express ignores case, and
 * the surrounding app may itself be mounted under a longer path.
 */
export function checkMount(mountPath: string | readonly string[], paths: readonly string[]): void {
  const mounts = [mountPath].flat()
  if (mounts.some((mount) => !plainPath.test(mount) || leadsTo(mount, paths))) return
  const [mount = ''] = mounts
  const message = `Parley is mounted at ${mount}, which baseUrl does not name: set the option baseUrl to the address that browsers use, with that path: https://example.com${mount}`
  throw new ParleyConfigError('mount_path_mismatch', { option: 'baseUrl', message })
}

function leadsTo(mount: string, paths: readonly string[]): boolean {
  const steps = `${mount.toLowerCase().replace(/\/+$/, '')}/`
  return paths.some((path) => `${path.toLowerCase()}/`.includes(steps))
}
