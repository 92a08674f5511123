export type PageKind = 'sign_in' | 'consent' | 'signed_in' | 'denied' | 'error'

/** What a host's own layout gets. */
export interface AuthPage {
  readonly kind: PageKind
  readonly title: string
  /** Escaped markup for within `<body>`; its forms, and the script of a page in a pop-up, must stay as they are. */
  readonly bodyHtml: string
  /** For `<style nonce>`: the page's Content-Security-Policy allows no other style, and no script of the host's. */
  readonly nonce: string
}

/** Lays out a whole HTML document. */
export type RenderPage = (page: AuthPage) => string
