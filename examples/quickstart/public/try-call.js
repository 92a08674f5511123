const TIMEOUT_MS = 30_000

/** Makes a call. Resolves with the response, whatever its status, and rejects when there is none. */
export async function makeCall({ url, query, headers, token, body, contentType }) {
  const address = new URL(url, location.href)
  address.search = new URLSearchParams(query).toString()
  const start = performance.now()
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      ...headers,
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(contentType !== undefined && { 'Content-Type': contentType }),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  const milliseconds = Math.round(performance.now() - start)
  const { ok, status, statusText } = response
  return { ok, status: `${status} ${statusText}`.trim(), milliseconds, text }
}
