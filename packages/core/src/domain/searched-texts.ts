import type { EventContent, FormField, RichMessageElement } from '../model/event.js'
import { isTyped } from './events.js'

/**
 * Returns the texts of an event that search finds (decisions §16.22): what somebody wrote or chose, and the names of
 * files. Excludes labels of forms, because all replies to a form share them, system messages, and `custom` content,
 * whose meaning Parley does not know.
 */
export function searchedTexts(content: EventContent): readonly string[] {
  switch (content.type) {
    case 'message':
      return [content.text]
    case 'annotation':
      return content.text === undefined ? [] : [content.text]
    case 'filled_form':
      return content.fields.flatMap(submittedTexts)
    case 'rich_message':
      return content.elements?.flatMap(textsOf) ?? []
    case 'file':
      return [content.name]
    case 'system_message':
    case 'custom':
      return []
  }
}

function submittedTexts(field: FormField): readonly string[] {
  if (isTyped(field)) return [field.value]
  return field.options.filter(({ checked }) => checked).map(({ label }) => label)
}

function textsOf({ title, subtitle, buttons }: RichMessageElement): readonly string[] {
  const texts = [title, subtitle, ...(buttons ?? []).map(({ text }) => text)]
  return texts.filter((text) => text !== undefined)
}
