import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { fileUrlMeaning } from './uploaded-file.js'

/** The fields that each event type adds to the common fields (spec chat.md "Events"). */

const label = (description?: string) => boundedString('nameLength', 0, description)
const name = (description?: string) => boundedString('nameLength', 1, description)

export const messageContent = { text: boundedString('eventTextLength', 1, 'Text of the message.') }

export const annotationContent = {
  annotation_type: name(),
  text: Type.Optional(boundedString('eventTextLength', 0, 'Text of the annotation.')),
}

const formFieldHead = { name: name('Name of the field.'), label: label(), required: Type.Boolean() }

const typedField = <T extends string>(type: T) =>
  Type.Object({
    type: Type.Literal(type),
    ...formFieldHead,
    value: boundedString('eventTextLength', 0, 'Answer to the field.'),
  })

const choiceField = <T extends string>(type: T) =>
  Type.Object({
    type: Type.Literal(type),
    ...formFieldHead,
    options: boundedArray(
      Type.Object({ label: label(), value: label('Value of the option.'), checked: Type.Boolean() }),
      'formFieldCount',
    ),
  })

export const filledFormContent = {
  fields: boundedArray(
    Type.Union([
      typedField('text'),
      typedField('email'),
      choiceField('radio'),
      choiceField('checkbox'),
      choiceField('select'),
    ]),
    'formFieldCount',
    0,
    'Fields of the form, with their answers.',
  ),
}

export const customContent = { content: Type.Object({}) }

const image = Type.Object({
  name: Type.Optional(label('Name of the picture.')),
  url: boundedString('urlLength', 1, 'Address of the picture.'),
  content_type: Type.Optional(label()),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  width: Type.Optional(Type.Integer({ minimum: 0 })),
  height: Type.Optional(Type.Integer({ minimum: 0 })),
})

const buttonRequest = {
  text: Type.Optional(label('Text on the button.')),
  postback_id: Type.Optional(boundedString('customIdLength', 1)),
}

const elementHead = {
  title: Type.Optional(label('First line of the element.')),
  subtitle: Type.Optional(label()),
  image: Type.Optional(image),
}

export const richMessageRequestContent = {
  template_id: name(),
  elements: Type.Optional(
    boundedArray(
      Type.Object({
        ...elementHead,
        buttons: Type.Optional(boundedArray(Type.Object(buttonRequest), 'richMessageButtonCount', 1)),
      }),
      'richMessageElementCount',
      1,
    ),
  ),
}

const togglers = Type.Array(Type.String(), {
  description: 'Ids of the users who have toggled the button on.',
})

/** A rich message in responses and pushes, where each button names the users who toggled it. */
export const richMessageContent = {
  template_id: Type.String(),
  elements: Type.Optional(
    Type.Array(
      Type.Object({
        ...elementHead,
        buttons: Type.Optional(Type.Array(Type.Object({ ...buttonRequest, user_ids: togglers }))),
      }),
    ),
  ),
}

/**
 * A file request has either `url` or `path`, both from the response of `upload_image` for the same license (decisions
 * §15).
 */
export const fileRequestContent = {
  url: Type.Optional(boundedString('urlLength', 1, '`url` that `upload_image` returned.')),
  path: Type.Optional(boundedString('urlLength', 1, '`path` that `upload_image` returned.')),
}

/** A file in responses and pushes. `width` and `height` are present for images whose header contains them. */
export const fileContent = {
  name: Type.String({ description: 'Name of the file.' }),
  url: Type.String({ description: fileUrlMeaning }),
  content_type: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
}

export const systemMessageContent = {
  text: Type.String({ description: 'Text of the system message.' }),
  system_message_type: Type.String(),
}
