import type { PageKind } from '../../ports/auth-page.js'
import type { Html } from './html.js'

/** One page before it is laid out. */
export interface PageContent {
  readonly kind: PageKind
  readonly title: string
  readonly body: Html
}
