import type { IncomingHttpHeaders } from 'node:http'

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/**
 * Why a request gets no answer. Listening on loopback keeps other computers away, but not the other pages in
 * this computer's browser: those could post here, or reach us under a name of their own that resolves to
 * 127.0.0.1. Their `Host` or `Origin` gives them away.
 */
export function refusal({ host, origin }: IncomingHttpHeaders): string | undefined {
  if (host === undefined || !loopbackHost.test(host)) return 'Open this page as 127.0.0.1 or localhost.'
  if (origin !== undefined && origin !== `http://${host}`) return 'Requests of other sites are not answered.'
  return undefined
}
