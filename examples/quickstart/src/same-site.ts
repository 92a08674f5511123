import type { IncomingHttpHeaders } from 'node:http'

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/**
 * Returns why a request is refused, if it is. Listening on loopback keeps other computers away, but not other pages in
 * this computer's browser: they could post here, or use their own host name that resolves to 127.0.0.1. Their `Host` or
 * `Origin` header reveals them.
 */
export function refusal({ host, origin }: IncomingHttpHeaders): string | undefined {
  if (host === undefined || !loopbackHost.test(host)) return 'Open this page as 127.0.0.1 or localhost.'
  if (origin !== undefined && origin !== `http://${host}`) return 'Requests of other sites are not answered.'
  return undefined
}
