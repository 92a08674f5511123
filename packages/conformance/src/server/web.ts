export interface WebAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown
}

/** One request, as it is; redirects are answers. */
export async function exchange(url: string, init: RequestInit = {}): Promise<WebAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export const asJson = { 'content-type': 'application/json' }

/** A form as `application/x-www-form-urlencoded`. */
export function formOf(fields: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}
