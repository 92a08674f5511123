import { ParleyConfigError } from '../../config-error.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { RenderPage } from '../../ports/auth-page.js'
import { defaultLayout } from './layout.js'

/**
 * Returns the layout of the host. Falls back to the default layout when the host's layout fails, so that the page is
 * still shown.
 */
export function hostLayout(renderPage: RenderPage | undefined, failures: FailureLog): RenderPage {
  if (renderPage === undefined) return defaultLayout
  return (page) => {
    try {
      const text: unknown = renderPage(page)
      if (typeof text === 'string') return text
      // An unhandled rejection would end the process.
      Promise.resolve(text).catch(() => undefined)
      const message = 'renderPage must return a string'
      throw new ParleyConfigError('hook_result_invalid', { option: 'renderPage', message })
    } catch (cause) {
      failures.write('renderPage failed; the default layout is shown', page.kind, { cause })
      return defaultLayout(page)
    }
  }
}
