import { type AccessToken, isResponseMessage, readResponse } from './response.js'
import { SignInError } from './sign-in-error.js'

/** Options of `signIn`. */
export interface SignInOptions {
  /** Base URL of the authorization service (`auth_url`). May be relative to the page. */
  readonly authUrl: string
  /** Client id of a browser app. */
  readonly clientId: string
  /** Registered redirect page that calls `completeSignIn`. Must have the same origin as this page. */
  readonly redirectUri: string
}

/** A sign-in in progress. */
export interface Attempt {
  /** The pop-up, or `null` when the browser blocked it. */
  readonly popup: Window | null
  /** Resolves with the token. Rejects with a `SignInError`. */
  readonly result: Promise<AccessToken>
}

const pollMs = 250

/** Opens the pop-up. Browsers allow this only while a click is handled. */
export function beginSignIn(options: SignInOptions): Attempt {
  requireOwnOrigin(options)
  const state = crypto.getRandomValues(new Uint32Array(5)).join('-')
  const popup = window.open(authorizationUrl(options, state), '_blank', popupFeatures())
  return { popup, result: responseOf(popup, state) }
}

/** Throws a `TypeError` when the redirect page has another origin, because its `postMessage` would never arrive. */
export function requireOwnOrigin({ redirectUri }: SignInOptions): void {
  const { origin } = window.location
  if (new URL(redirectUri).origin !== origin) throw new TypeError(`redirectUri must be on ${origin}`)
}

function authorizationUrl({ authUrl, clientId, redirectUri }: SignInOptions, state: string): URL {
  const url = new URL(`${authUrl.replace(/\/$/, '')}/`, window.location.href)
  const parameters = { response_type: 'token', client_id: clientId, redirect_uri: redirectUri, state }
  url.search = new URLSearchParams(parameters).toString()
  return url
}

/** Returns features that center the pop-up in the page's window. */
function popupFeatures(): string {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = screenX + (outerWidth - 480) / 2
  const top = screenY + (outerHeight - 720) / 2
  return `popup,width=480,height=720,left=${left},top=${top}`
}

function responseOf(popup: Window | null, state: string): Promise<AccessToken> {
  return new Promise((resolve, reject) => {
    if (!popup) return reject(new SignInError('popup_blocked', 'The browser blocked the pop-up'))
    let wasClosed = false
    const end = () => {
      clearInterval(timer)
      window.removeEventListener('message', receive)
    }
    const timer = setInterval(() => {
      // The message may arrive just after the window closes.
      if (wasClosed) {
        end()
        reject(new SignInError('popup_closed', 'The window was closed'))
      }
      wasClosed = popup.closed
    }, pollMs)
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== popup || !isResponseMessage(data)) return
      end()
      try {
        resolve(readResponse(data, state))
      } catch (cause) {
        reject(cause)
      }
    }
    window.addEventListener('message', receive)
  })
}
