import type { Properties } from './property.js'

/** Audience of an event: everyone in the chat, or agents only. */
export type Recipients = 'all' | 'agents'

/** A field of a filled form that holds text. */
export interface TypedFormField {
  readonly type: 'text' | 'email'
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly value: string
}

/** A field of a filled form that offers options. */
export interface ChoiceFormField {
  readonly type: 'radio' | 'checkbox' | 'select'
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly options: readonly { readonly label: string; readonly value: string; readonly checked: boolean }[]
}

/** A field of a filled form. */
export type FormField = TypedFormField | ChoiceFormField

/** A button of a rich message. */
export interface RichMessageButton {
  readonly text?: string
  readonly postback_id?: string
  /** Users who pressed the button. */
  readonly user_ids: readonly string[]
}

/** An element of a rich message, such as a card. */
export interface RichMessageElement {
  readonly title?: string
  readonly subtitle?: string
  readonly image?: {
    readonly name?: string
    readonly url: string
    readonly content_type?: string
    readonly size?: number
    readonly width?: number
    readonly height?: number
  }
  readonly buttons?: readonly RichMessageButton[]
}

/** Content of a file event. Views make the `url` from `path` at each read (decisions §6.14). */
export interface FileContent {
  readonly type: 'file'
  readonly name: string
  /** Path below {files_url}. */
  readonly path: string
  readonly content_type: string
  readonly size: number
  readonly width?: number
  readonly height?: number
}

/**
 * The fields that each type of event adds to the common ones, in the names of the specification. They are stored and
 * shown unchanged, except for files (spec chat.md "Events").
 */
export type EventContent =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'system_message'; readonly text: string; readonly system_message_type: string }
  | { readonly type: 'annotation'; readonly annotation_type: string; readonly text?: string }
  | { readonly type: 'filled_form'; readonly fields: readonly FormField[] }
  | { readonly type: 'custom'; readonly content: object }
  | FileContent
  | {
      readonly type: 'rich_message'
      readonly template_id: string
      readonly elements?: readonly RichMessageElement[]
    }

/** Content of a rich message. */
export type RichMessage = Extract<EventContent, { type: 'rich_message' }>

/** Type of an event. */
export type EventType = EventContent['type']

/** An event that is not stored yet. */
export interface NewEvent {
  readonly id: string
  /** The user who wrote it; `null` only for a `system_message`. */
  readonly authorId: string | null
  readonly recipients: Recipients
  readonly createdAt: number
  readonly customId: string | null
  readonly properties: Properties
  readonly content: EventContent
}

/** A stored event. */
export interface ChatEvent extends NewEvent {
  /** 1, 2, 3 … within its thread, without gaps (decisions §1.3). */
  readonly order: number
}

/** A stored event with a rich message. */
export interface RichMessageEvent extends ChatEvent {
  readonly content: RichMessage
}
