/** Which page of the authorization service is shown. */
export type PageKind = 'sign_in' | 'consent' | 'signed_in' | 'denied' | 'error'

/** A page of the authorization service, for the layout of the host. */
export interface AuthPage {
  readonly kind: PageKind
  /** Title of the page, as plain text that is not escaped. */
  readonly title: string
  /** Escaped markup for `<body>`. Its forms, and the script of a page in a pop-up, must stay as they are. */
  readonly bodyHtml: string
  /** Nonce for `<style nonce>`. The page's Content-Security-Policy allows no other style, and no script of the host. */
  readonly nonce: string
}

/** Returns the whole HTML document of a page. When it throws, the default layout is used. */
export type RenderPage = (page: AuthPage) => string
