import type { Recipients } from '../../model/event.js'
import type { ChatContext } from './access.js'
import { keepFile, toFileContent, type UploadedFile } from './files.js'
import { authorship, sendInTransaction } from './send-event.js'

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
