import { sendFile as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { contentOf, keepFile } from '../shared/files.js'
import { authorship, sendInTransaction } from '../shared/send-event.js'

export const sendFile = handle(contract, (context, { chat_id, custom_id = null, file }) => {
  const { id, authorId, createdAt } = authorship(context, 'payload')
  const content = contentOf(file)
  const head = { id, authorId, recipients: 'all', createdAt, customId: custom_id, properties: {} } as const
  return sendInTransaction(
    context,
    chat_id,
    { ...head, content },
    {
      keep: (tx) => keepFile(tx, file, id),
      show: () => ({ url: context.viewer.files.urlOf(content.path, context.now) }),
    },
  )
})
