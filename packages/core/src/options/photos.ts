import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { group } from './group.js'

export const photos = group({
  /**
   * Which uploads lose where they were taken (GPS data in Exif and XMP of JPEG, PNG and WebP): `images`, which are public, those of
   * `upload_image`; `all`, those of `send_file` too; `none`. Nothing else of a file is changed.
   */
  removeLocation: Type.Enum(['images', 'all', 'none'], {
    default: 'images',
    [formKeyword]: '`images`, `all` or `none`',
  }),
})
