import type { PageKind } from '../../ports/auth-page.js'
import type { Html } from './html.js'

/** One page, without its layout. */
export interface PageContent {
  readonly kind: PageKind
  readonly title: string
  readonly body: Html
  /** Message that the page posts to the window that opened it (decisions §4.18). */
  readonly popUpMessage?: PopUpMessage
}

/** Arguments of `postMessage`. Windows of other origins do not receive the message. */
export interface PopUpMessage {
  readonly targetOrigin: string
  readonly message: object
}
