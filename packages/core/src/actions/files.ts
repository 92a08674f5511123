import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { isImageType } from '../domain/file-types.js'
import { imagePrefix } from '../domain/file-urls.js'
import { invalidField } from '../errors.js'
import type { Recipients } from '../model/event.js'
import type { ChatContext } from './access.js'
import { authorship, sendInTransaction } from './events.js'
import { keepFile, toFileContent, type UploadedFile } from './uploaded-files.js'

interface FileRequest {
  readonly chat_id: string
  readonly custom_id?: string
  readonly file: UploadedFile
}

/** Implements `send_file` of both APIs. The file and its event are stored together, or neither is. */
export function sendFile(
  context: ChatContext,
  { chat_id, custom_id, file }: FileRequest,
  recipients: Recipients,
): Promise<{ url: string }> {
  const { id, authorId, createdAt } = authorship(context, 'payload')
  const content = toFileContent(file)
  return sendInTransaction(
    context,
    chat_id,
    { id, authorId, recipients, createdAt, customId: custom_id ?? null, properties: {}, content },
    {
      keep: (tx) => keepFile(tx, file, id),
      show: () => ({ url: context.viewer.files.getUrl(content.path, context.now) }),
    },
  )
}

export const agentSendFile = handle(agentContract.sendFile, (context, request) =>
  sendFile(context, request, request.recipients ?? 'all'),
)

export const customerSendFile = handle(customerContract.sendFile, (context, request) =>
  sendFile(context, request, 'all'),
)

export const uploadImage = handle(agentContract.uploadImage, (context, { image }) => {
  if (!isImageType(image.content_type))
    throw invalidField(
      { path: 'payload.image', rule: 'wrong_format' },
      'must be a PNG, JPEG, GIF or WebP image',
    )
  return context.commit([], async ({ tx }) => {
    await keepFile(tx, image, null)
    const url = context.viewer.files.getUrl(`${imagePrefix}${image.key}`, context.now)
    return { response: { url, path: image.key }, facts: [] }
  })
})
