import { RtmError } from './rtm.js'

/** The engine waits as long for an upload. */
const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Calls a file action. Real time takes no files: they travel as a form, by HTTP. `fetch` does not tell how much is
 * sent, so this is a request of the older kind.
 * @param session as `RtmClient` has it
 * @param form `{action, fields, part, file, key}`; `key` makes a repetition harmless
 * @param watch `{onProgress, signal}`; `onProgress` gets what is sent, from 0 to 1
 */
export async function upload(session, form, watch) {
  try {
    return await send(await session(false), form, watch)
  } catch (error) {
    if (error.type !== 'authentication') throw error
    return send(await session(true), form, watch)
  }
}

function send({ actionUrl, token }, { action, fields = {}, part, file, key }, { onProgress, signal }) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(`payload.${name}`, value)
  body.append(`payload.${part}`, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', actionUrl(action))
    request.responseType = 'json'
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => answer(request, resolve, reject)
    request.onerror = () => reject(new RtmError('offline', 'The connection was lost.'))
    request.ontimeout = () => reject(new RtmError('request_timeout', 'There was no answer in time.'))
    request.onabort = () => reject(new RtmError('aborted', 'It was cancelled.'))
    if (signal.aborted) return reject(new RtmError('aborted', 'It was cancelled.'))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function answer({ status, response }, resolve, reject) {
  if (status === 200) return resolve(response)
  const { type = 'internal', message = `The server answered ${status}.` } = response?.error ?? {}
  reject(new RtmError(type, message))
}
