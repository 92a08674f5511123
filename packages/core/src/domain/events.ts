import { invalidField } from '../errors.js'
import type {
  EventContent,
  FileContent,
  FormField,
  NewEvent,
  Recipients,
  RichMessageElement,
  TypedFormField,
} from '../model/event.js'
import type { ThreadBounds } from '../model/thread.js'
import { isBlank } from './blank-text.js'
import { jsonBytes } from './json-bytes.js'
import { acceptProperties, type PropertyRules, type RequestedProperties } from './properties.js'

interface RequestedFields {
  readonly custom_id?: string
  readonly properties?: RequestedProperties
  readonly recipients?: Recipients
}

interface RequestedRichMessage {
  readonly type: 'rich_message'
  readonly template_id: string
  readonly elements?: readonly (Omit<RichMessageElement, 'buttons'> & {
    readonly buttons?: readonly { readonly text?: string; readonly postback_id?: string }[]
  })[]
}

/** A file event as a request carries it. Either `url` or `path` names an uploaded image. */
interface RequestedFile {
  readonly type: 'file'
  readonly url?: string
  readonly path?: string
}

/** An event as a request of any API and version carries it, after validation. */
export type RequestedEvent = RequestedFields &
  (
    | Extract<EventContent, { type: 'message' | 'annotation' | 'filled_form' | 'custom' }>
    | RequestedRichMessage
    | RequestedFile
  )

/** The id, author and time of a new event, and its path in the request. */
export interface Authorship {
  readonly id: string
  readonly authorId: string
  readonly authorKind: 'agent' | 'customer'
  readonly createdAt: number
  /** Path of the event in the request, for error messages. */
  readonly path: string
}

/** The options that new events are checked against. */
export interface EventRules extends PropertyRules {
  readonly customContentBytes: number
  /** Maximum size of the content of a form or a rich message, in bytes of JSON. */
  readonly eventContentBytes: number
  readonly threadBounds: ThreadBounds
}

/**
 * Returns the event to store for a request. Takes over only the fields that users may set. `file` describes the file
 * that the request names.
 */
export function toNewEvent(
  requested: RequestedEvent,
  by: Authorship,
  rules: EventRules,
  file?: FileContent,
): NewEvent {
  const at = { location: 'event', by: by.authorKind, path: `${by.path}.properties` } as const
  return {
    id: by.id,
    authorId: by.authorId,
    recipients: requested.recipients ?? 'all',
    createdAt: by.createdAt,
    customId: requested.custom_id ?? null,
    properties: acceptProperties(requested.properties, at, rules),
    content: requested.type === 'file' ? requireFile(file, by.path) : toContent(requested, by.path, rules),
  }
}

function requireFile(file: FileContent | undefined, path: string): FileContent {
  if (file === undefined)
    throw invalidField({ path, rule: 'not_found' }, 'does not name an image that upload_image has returned')
  return file
}

function toContent(
  requested: Exclude<RequestedEvent, { readonly type: 'file' }>,
  path: string,
  rules: EventRules,
): EventContent {
  switch (requested.type) {
    case 'message':
      if (isBlank(requested.text))
        throw invalidField({ path: `${path}.text`, rule: 'empty' }, 'has no visible characters')
      return { type: 'message', text: requested.text }
    case 'annotation': {
      const { annotation_type, text } = requested
      return { type: 'annotation', annotation_type, ...(text !== undefined && { text }) }
    }
    case 'filled_form': {
      const fields = requested.fields.map(toField)
      checkSize(fields, `${path}.fields`, rules.eventContentBytes)
      return { type: 'filled_form', fields }
    }
    case 'custom':
      checkSize(requested.content, `${path}.content`, rules.customContentBytes)
      return { type: 'custom', content: requested.content }
    case 'rich_message': {
      const elements = requested.elements?.map(toElement)
      checkSize(elements ?? [], `${path}.elements`, rules.eventContentBytes)
      return { type: 'rich_message', template_id: requested.template_id, ...(elements && { elements }) }
    }
  }
}

/**
 * Returns whether the field has one typed value. The type decides, because a request may carry fields that its type
 * does not have.
 */
export function isTyped(field: FormField): field is TypedFormField {
  return field.type === 'text' || field.type === 'email'
}

function toField(field: FormField): FormField {
  const { name, label, required } = field
  if (isTyped(field)) {
    return { type: field.type, name, label, required, value: field.value }
  }
  const options = field.options.map(({ label, value, checked }) => ({ label, value, checked }))
  return { type: field.type, name, label, required, options }
}

type RequestedElement = NonNullable<RequestedRichMessage['elements']>[number]

function toElement({ title, subtitle, image, buttons }: RequestedElement): RichMessageElement {
  return {
    ...(title !== undefined && { title }),
    ...(subtitle !== undefined && { subtitle }),
    ...(image !== undefined && { image: toImage(image) }),
    ...(buttons !== undefined && { buttons: buttons.map(toButton) }),
  }
}

function toImage(image: NonNullable<RequestedElement['image']>): NonNullable<RichMessageElement['image']> {
  const { name, url, content_type, size, width, height } = image
  return {
    ...(name !== undefined && { name }),
    url,
    ...(content_type !== undefined && { content_type }),
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}

/**
 * Returns a button that no user has pressed. `user_ids` is set by the server only: it lists the users whose postback is
 * toggled (spec chat.md "Events").
 */
function toButton({ text, postback_id }: { text?: string; postback_id?: string }) {
  return {
    ...(text !== undefined && { text }),
    ...(postback_id !== undefined && { postback_id }),
    user_ids: [],
  }
}

function checkSize(content: object, path: string, maxBytes: number): void {
  if (jsonBytes(content) > maxBytes) {
    throw invalidField(
      { path, rule: 'too_large', limit: maxBytes },
      `is larger than ${maxBytes} bytes as JSON`,
    )
  }
}

/** Returns an event that Parley writes itself, such as the one for a closed thread (decisions §6.9). */
export function systemMessage(
  id: string,
  createdAt: number,
  message: { readonly type: string; readonly text: string },
): NewEvent {
  return {
    id,
    authorId: null,
    recipients: 'all',
    createdAt,
    customId: null,
    properties: {},
    content: { type: 'system_message', text: message.text, system_message_type: message.type },
  }
}
