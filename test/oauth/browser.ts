import assert from 'node:assert/strict'

/** The response to one request of a browser, which follows redirects only when the test does. */
export interface Visit {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The `Location` header, byte for byte. */
  readonly location: string | null
}

/** A browser that uses the authorization service: it keeps cookies and submits forms. */
export class Browser {
  readonly authUrl: string
  readonly cookies = new Map<string, string>()
  /** Cookies that another host of the same site has set. They are sent before or after the browser's own cookies. */
  planted: { readonly first?: string; readonly last?: string } = {}
  /** The received `Set-Cookie` headers, in order. */
  readonly setCookies: string[] = []

  constructor(authUrl: string) {
    this.authUrl = authUrl
  }

  /** Returns another browser with the same cookies. */
  copy(): Browser {
    const copy = new Browser(this.authUrl)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  /** Sends an authorization request with that query. */
  arrive(query: string, headers: Readonly<Record<string, string>> = {}): Promise<Visit> {
    return this.visit(`/?${query}`, { headers })
  }

  /** Fills in and submits the form of a page. */
  submit(
    page: Visit,
    filledIn: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Visit> {
    const body = new URLSearchParams({ ...hiddenFieldsOf(page), ...filledIn })
    return this.send(new URL(actionOf(page), this.authUrl).href, { method: 'POST', body, headers })
  }

  visit(path: string, init: RequestInit = {}): Promise<Visit> {
    return this.send(`${this.authUrl}${path}`, init)
  }

  async send(url: string, init: RequestInit): Promise<Visit> {
    const headers = new Headers(init.headers)
    const { first = [], last = [] } = this.planted
    const own = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    const cookies = [first, own, last].flat()
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    }
  }

  #keep(setCookie: string): void {
    this.setCookies.push(setCookie)
    const [pair = ''] = setCookie.split(';')
    const [name = '', ...value] = pair.split('=')
    this.cookies.set(name, value.join('='))
  }
}

/** Returns the hidden fields of the only form of a page. */
export function hiddenFieldsOf({ text }: Pick<Visit, 'text'>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
  )) {
    fields[name] = unescapeHtml(value)
  }
  return fields
}

export function actionOf({ text }: Visit): string {
  const [, action] = /<form method="post" action="([^"]*)">/.exec(text) ?? []
  assert.ok(action !== undefined, `no form in ${text}`)
  return unescapeHtml(action)
}

/** Returns the visible text of a page. */
export function shownBy({ text }: Visit): string {
  const [, body = text] = /<body>(.*)<\/body>/s.exec(text) ?? []
  return unescapeHtml(body.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
