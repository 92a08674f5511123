import { RtmError } from './rtm.js'
import { upload } from './upload.js'

/** Sends what an agent wrote to the engine. */

/** Media types that `upload_image` accepts for the picture of a card. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export async function deliverEvent(desk, chat, { key, content, recipients }) {
  if (!desk.isLoggedIn) throw new RtmError('offline', 'Not logged in yet.')
  const event = { ...content, recipients, custom_id: key }
  const answer = await desk.request('send_event', { chat_id: chat.id, event }, { idempotencyKey: key })
  chat.putEvent(answer.event, answer.thread_id)
  forgetProblem(desk, chat)
}

/** Hides the last error when something else succeeds. */
export function forgetProblem(desk, chat) {
  if (chat === desk.openChat) desk.problem = undefined
}

/** Sends a file of any type. The event arrives as a push, because the response contains only the file's address. */
export async function deliverFile(desk, chat, { key, file, recipients }, watch) {
  const fields = { chat_id: chat.id, custom_id: key, recipients }
  await upload(desk.session, { action: 'send_file', part: 'file', fields, file, key }, watch)
  forgetProblem(desk, chat)
}

/** Uploads a picture. Resolves with its `url` and `path`. */
export function uploadPicture({ session }, { file, key }, watch) {
  return upload(session, { action: 'upload_image', part: 'image', file, key }, watch)
}
