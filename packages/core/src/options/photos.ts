import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { group } from './group.js'

/** Removal of locations from uploaded photos. */
export const photos = group({
  /**
   * Which uploads lose the location where they were taken (GPS data in Exif and XMP of JPEG, PNG and WebP). `images`:
   * those of `upload_image`, which are public; `all`: those of `send_file` too; `none`. The rest of a file stays as it
   * is. Default: `images`.
   */
  removeLocation: Type.Enum(['images', 'all', 'none'], {
    default: 'images',
    [formKeyword]: '`images`, `all` or `none`',
  }),
})
