import type { Static } from 'typebox'
import type { agentEvent, customerEvent } from '../contract/objects/event.js'
import { isTyped } from '../domain/events.js'
import type { ChatEvent, EventContent, FileContent, RichMessageElement } from '../model/event.js'
import { propertiesView } from './properties.js'
import { type AgentViewer, type CustomerViewer, getFeatures, toSeconds, type Viewer } from './viewer.js'

/** An event as the Customer API shows it. */
export type CustomerEvent = Static<typeof customerEvent>
/** An event as the Agent API shows it. */
export type AgentEvent = Static<typeof agentEvent>

/** Returns whether the viewer may see the event (decisions §5.1, §6.8). */
export function isShown(event: ChatEvent, viewer: Viewer): boolean {
  if (viewer.api === 'customer' && event.recipients === 'agents') return false
  return event.content.type !== 'rich_message' || getFeatures(viewer).hasRichMessages
}

/**
 * Returns the event as the Customer API shows it. This view and the agent's are built for every send and every push, so
 * they use `Object.assign` to a fresh object: in an object literal, every field after a spread would cost a microsecond
 * in V8.
 */
export function customerEventView(event: ChatEvent, viewer: CustomerViewer): CustomerEvent {
  return Object.assign(commonView(event, viewer), contentView(event, viewer))
}

/** Returns the event as the Agent API shows it. */
export function agentEventView(event: ChatEvent, viewer: AgentViewer): AgentEvent {
  return Object.assign(
    commonView(event, viewer),
    { recipients: event.recipients },
    contentView(event, viewer),
  )
}

type CommonView = Pick<CustomerEvent, 'id' | 'order' | 'timestamp' | 'custom_id' | 'properties'>

function commonView(event: ChatEvent, viewer: Viewer): CommonView {
  const view: CommonView = { id: event.id, order: event.order, timestamp: toSeconds(event.createdAt) }
  if (event.customId !== null) view.custom_id = event.customId
  const { properties } = propertiesView(event.properties, 'event', viewer)
  if (properties !== undefined) view.properties = properties
  return view
}

function contentView(event: ChatEvent, viewer: Viewer) {
  const { content } = event
  if (content.type === 'system_message') {
    return { type: content.type, text: content.text, system_message_type: content.system_message_type }
  }
  return Object.assign({ author_id: authorOf(event) }, authoredView(content, viewer))
}

/** Returns the author. Every event type except `system_message` has one (spec chat.md "Events"). */
function authorOf(event: ChatEvent): string {
  if (event.authorId === null)
    throw new TypeError(`Event ${event.id} of type ${event.content.type} has no author`)
  return event.authorId
}

function authoredView(content: Exclude<EventContent, { type: 'system_message' }>, viewer: Viewer) {
  switch (content.type) {
    case 'message':
      return { type: content.type, text: content.text }
    case 'annotation': {
      const { type, annotation_type, text } = content
      return { type, annotation_type, ...(text !== undefined && { text }) }
    }
    case 'filled_form':
      return { type: content.type, fields: content.fields.map(fieldView) }
    case 'custom':
      return { type: content.type, content: content.content }
    case 'file':
      return fileView(content, viewer)
    case 'rich_message': {
      const { type, template_id, elements } = content
      return { type, template_id, ...(elements && { elements: elements.map(elementView) }) }
    }
  }
}

/** Returns the file with a newly signed address. The address is built each time the file is shown (decisions §6.14). */
function fileView({ type, name, path, content_type, size, width, height }: FileContent, viewer: Viewer) {
  const url = viewer.files.getUrl(path, viewer.now)
  const pixels = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  return { type, name, url, content_type, size, ...pixels }
}

type FormField = Extract<EventContent, { type: 'filled_form' }>['fields'][number]

function fieldView(field: FormField) {
  const { name, label, required } = field
  if (isTyped(field)) {
    return { type: field.type, name, label, required, value: field.value }
  }
  return { type: field.type, name, label, required, options: [...field.options] }
}

function elementView({ title, subtitle, image, buttons }: RichMessageElement) {
  return {
    ...(title !== undefined && { title }),
    ...(subtitle !== undefined && { subtitle }),
    ...(image !== undefined && { image }),
    ...(buttons !== undefined && {
      buttons: buttons.map(({ text, postback_id, user_ids }) => ({
        ...(text !== undefined && { text }),
        ...(postback_id !== undefined && { postback_id }),
        user_ids: [...user_ids],
      })),
    }),
  }
}
