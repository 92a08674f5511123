/** Without patterns and parameters. */
const plainPath = /^[\w/.~-]*$/

/**
 * A `TypeError` where no request that comes to `mountPath` could be for one of `paths`. Express does not mind case, and
 * the app around may be mounted somewhere itself.
 */
export function checkMount(mountPath: string | readonly string[], paths: readonly string[]): void {
  const mounts = [mountPath].flat()
  if (mounts.some((mount) => !plainPath.test(mount) || leadsTo(mount, paths))) return
  const [mount = ''] = mounts
  throw new TypeError(
    `Parley is mounted at ${mount}, which baseUrl does not name: set the option baseUrl to the address that browsers use, with that path: https://example.com${mount}`,
  )
}

function leadsTo(mount: string, paths: readonly string[]): boolean {
  const steps = `${mount.toLowerCase().replace(/\/+$/, '')}/`
  return paths.some((path) => `${path.toLowerCase()}/`.includes(steps))
}
