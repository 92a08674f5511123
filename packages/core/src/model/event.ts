import type { Properties } from './property.js'

export type Recipients = 'all' | 'agents'

export interface TypedFormField {
  readonly type: 'text' | 'email'
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly value: string
}

export interface ChoiceFormField {
  readonly type: 'radio' | 'checkbox' | 'select'
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly options: readonly { readonly label: string; readonly value: string; readonly checked: boolean }[]
}

export type FormField = TypedFormField | ChoiceFormField

export interface RichMessageButton {
  readonly text?: string
  readonly postback_id?: string
  readonly user_ids: readonly string[]
}

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

/** Stored by its path; views make its `url` from that, anew at each read (decisions §6.14). */
export interface FileContent {
  readonly type: 'file'
  readonly name: string
  /** Below {files_url}. */
  readonly path: string
  readonly content_type: string
  readonly size: number
  readonly width?: number
  readonly height?: number
}

/**
 * What each type adds to the common fields, in the spec's own names: stored and, but for files, shown as it is (spec
 * chat.md "Events").
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

export type RichMessage = Extract<EventContent, { type: 'rich_message' }>

export type EventType = EventContent['type']

export interface NewEvent {
  readonly id: string
  /** `null` only for a `system_message`. */
  readonly authorId: string | null
  readonly recipients: Recipients
  readonly createdAt: number
  readonly customId: string | null
  readonly properties: Properties
  readonly content: EventContent
}

export interface ChatEvent extends NewEvent {
  /** 1, 2, 3 … within its thread, without gaps (decisions §1.3). */
  readonly order: number
}

export interface RichMessageEvent extends ChatEvent {
  readonly content: RichMessage
}
