import type { EventContent, FormField, RichMessageElement } from '../model/event.js'
import { isTyped } from './events.js'

/**
 * What of an event is found by searching for it (decisions §16.22): what somebody wrote or answered, and how a file is called. Not the labels of a
 * form, which all its fillings share, nor messages of the system, nor `custom` content, which means nothing here.
 */
export function searchedTexts(content: EventContent): readonly string[] {
  switch (content.type) {
    case 'message':
      return [content.text]
    case 'annotation':
      return content.text === undefined ? [] : [content.text]
    case 'filled_form':
      return content.fields.flatMap(answersOf)
    case 'rich_message':
      return content.elements?.flatMap(textsOf) ?? []
    case 'file':
      return [content.name]
    case 'system_message':
    case 'custom':
      return []
  }
}

function answersOf(field: FormField): readonly string[] {
  if (isTyped(field)) return [field.value]
  return field.options.filter(({ checked }) => checked).map(({ label }) => label)
}

function textsOf({ title, subtitle, buttons }: RichMessageElement): readonly string[] {
  const texts = [title, subtitle, ...(buttons ?? []).map(({ text }) => text)]
  return texts.filter((text) => text !== undefined)
}
