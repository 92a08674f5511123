export interface WebResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON when the response is JSON, otherwise the text. */
  readonly body: unknown
}

/** Sends one HTTP request and returns its response. Redirects are returned, not followed. */
export async function exchange(url: string, init: RequestInit = {}): Promise<WebResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export const asJson = { 'content-type': 'application/json' }

/** Returns a POST request with the fields encoded as `application/x-www-form-urlencoded`. */
export function toForm(fields: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}
