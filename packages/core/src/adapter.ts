/// <reference types="node" preserve="true" />

// A transport needs these: the edge it calls, the shapes of HTTP and real-time messages, and body readers.

export type { Edge, ParsedMessage, RtmHandshake, RtmMessage, RtmSession } from './edge/edge.js'
export type {
  BodySource,
  BodyStream,
  HttpBody,
  HttpHeaders,
  HttpRequest,
  HttpResponse,
  ParsedBody,
  TextResponse,
} from './edge/http/http.js'
export { findChunksError } from './edge/http/small-chunks.js'
export { SourceReader, stalledMs } from './edge/http/source-reader.js'
export { BodyTakenError, SetUpError, ShuttingDownError } from './errors.js'
export type { OutgoingFrame, RtmConnection, WireFormat } from './ports/rtm-connection.js'
export { TextFrame } from './push/text-frame.js'
