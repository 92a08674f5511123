import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'

/** What each event type adds to the common fields (spec chat.md "Events"). */

const label = () => boundedString('nameLength')
const name = () => boundedString('nameLength', 1)
const url = () => boundedString('urlLength', 1)

export const messageContent = { text: boundedString('eventTextLength', 1) }

export const annotationContent = {
  annotation_type: name(),
  text: Type.Optional(boundedString('eventTextLength')),
}

const formFieldHead = { name: name(), label: label(), required: Type.Boolean() }

const typedField = <T extends string>(type: T) =>
  Type.Object({ type: Type.Literal(type), ...formFieldHead, value: boundedString('eventTextLength') })

const choiceField = <T extends string>(type: T) =>
  Type.Object({
    type: Type.Literal(type),
    ...formFieldHead,
    options: boundedArray(
      Type.Object({ label: label(), value: boundedString('nameLength'), checked: Type.Boolean() }),
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
  ),
}

export const customContent = { content: Type.Object({}) }

const image = Type.Object({
  name: Type.Optional(label()),
  url: url(),
  content_type: Type.Optional(label()),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  width: Type.Optional(Type.Integer({ minimum: 0 })),
  height: Type.Optional(Type.Integer({ minimum: 0 })),
})

const buttonRequest = {
  text: Type.Optional(label()),
  postback_id: Type.Optional(boundedString('customIdLength', 1)),
}

const elementHead = {
  title: Type.Optional(label()),
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

/** As read back: each button names the users who toggled it. */
export const richMessageContent = {
  template_id: Type.String(),
  elements: Type.Optional(
    Type.Array(
      Type.Object({
        ...elementHead,
        buttons: Type.Optional(
          Type.Array(Type.Object({ ...buttonRequest, user_ids: Type.Array(Type.String()) })),
        ),
      }),
    ),
  ),
}

export const systemMessageContent = { text: Type.String(), system_message_type: Type.String() }
