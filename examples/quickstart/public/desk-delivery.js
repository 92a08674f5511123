import { RtmError } from './rtm.js'
import { upload } from './upload.js'

/** How what an agent wrote reaches the engine. */

/** What `upload_image` takes, for the picture of a card. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export async function deliverEvent(desk, chat, { key, content, recipients }) {
  if (!desk.isLoggedIn) throw new RtmError('offline', 'Not logged in yet.')
  const event = { ...content, recipients, custom_id: key }
  const answer = await desk.request('send_event', { chat_id: chat.id, event }, { idempotencyKey: key })
  chat.putEvent(answer.event, answer.thread_id)
  forgetProblem(desk, chat)
}

/** What did not work is no news once something else does. */
export function forgetProblem(desk, chat) {
  if (chat === desk.openChat) desk.problem = undefined
}

/** Sends any file. The event comes as a push, because the answer tells its address only. */
export async function deliverFile(desk, chat, { key, file, recipients }, watch) {
  const fields = { chat_id: chat.id, custom_id: key, recipients }
  await upload(desk.session, { action: 'send_file', part: 'file', fields, file, key }, watch)
  forgetProblem(desk, chat)
}

/** Resolves with the `url` and the `path` that the picture has from now on. */
export function uploadPicture({ session }, { file, key }, watch) {
  return upload(session, { action: 'upload_image', part: 'image', file, key }, watch)
}
