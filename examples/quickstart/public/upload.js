import { RtmError } from './rtm.js'

/** Same as the engine's timeout of an upload. */
const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Calls a file action. RTM does not accept files: they are sent as a form over HTTP. Uses `XMLHttpRequest`, because
 * `fetch` does not report upload progress.
 * @param session as in `RtmClient`
 * @param form `{action, fields, part, file, key}`; `key` is the idempotency key
 * @param watch `{onProgress, signal}`; `onProgress` is called with the share that was sent, from 0 to 1
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
