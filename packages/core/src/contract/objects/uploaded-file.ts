import { Type } from 'typebox'
import { boundedString } from '../limits.js'

/** Keyword of a field that is sent as a file, as a part of `multipart/form-data`. */
export const fileKeyword = 'x-parley-file'

export const fileUrlMeaning = 'Address of the file, valid for one day. Every read returns a new address.'

/** Description of an uploaded file. The engine fills it in when the file is stored; clients cannot set it. */
export const uploadedFile = Type.Object(
  {
    key: boundedString('idLength', 1, 'Key under which the file is stored.'),
    name: boundedString('nameLength', 1, 'Name of the file.'),
    content_type: boundedString('nameLength', 1),
    size: Type.Integer({ minimum: 0 }),
    width: Type.Optional(Type.Integer({ minimum: 1 })),
    height: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { [fileKeyword]: true, description: 'The file itself, as a part of `multipart/form-data`.' },
)
