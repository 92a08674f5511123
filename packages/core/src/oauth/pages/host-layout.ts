import { ParleyConfigError } from '../../config-error.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { RenderPage } from '../../ports/auth-page.js'
import { defaultLayout } from './layout.js'

/** The host's layout; where it fails, the default one, so that its failure costs nobody the page. */
export function hostLayout(renderPage: RenderPage | undefined, failures: FailureLog): RenderPage {
  if (renderPage === undefined) return defaultLayout
  return (page) => {
    try {
      const text: unknown = renderPage(page)
      if (typeof text === 'string') return text
      // A promise whose rejection nobody handles would end the process.
      Promise.resolve(text).catch(() => undefined)
      const message = 'renderPage must return a string'
      throw new ParleyConfigError('hook_result_invalid', { option: 'renderPage', message })
    } catch (cause) {
      failures.write('renderPage failed; the default layout is shown', page.kind, { cause })
      return defaultLayout(page)
    }
  }
}
