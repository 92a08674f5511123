import type { PageKind } from '../../ports/auth-page.js'
import type { Html } from './html.js'

/** One page before it is laid out. */
export interface PageContent {
  readonly kind: PageKind
  readonly title: string
  readonly body: Html
  /** What the page tells the window that opened it (decisions §4.18). */
  readonly answer?: PopUpAnswer
}

/** For `postMessage`: no window of another origin gets it. */
export interface PopUpAnswer {
  readonly targetOrigin: string
  readonly message: object
}
