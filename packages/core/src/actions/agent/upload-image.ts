import { uploadImage as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { isImageType } from '../../domain/file-types.js'
import { imagePrefix } from '../../domain/file-urls.js'
import { invalidField } from '../../errors.js'
import { keepFile } from '../shared/files.js'

export const uploadImage = handle(contract, (context, { image }) => {
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
