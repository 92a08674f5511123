import { section } from '../requirement.js'

export const fileRequirements = [
  section('chat.md "Customer API actions", send_file', {
    'chat.customer.send_file': 'Sends a file as an event.',
    'chat.customer.send_file.request.chat_id': 'Required.',
    'chat.customer.send_file.request.custom_id': 'Required of clients; its absence is accepted.',
    'chat.customer.send_file.request.file': 'Required, at most 10 MB.',
    'chat.customer.send_file.response.url': 'Address of the file.',
    'chat.customer.send_file.push': 'As that of send_event.',
  }),
  section('chat.md "Agent API actions", upload_image', {
    'chat.agent.upload_image': 'Stores an image.',
    'chat.agent.upload_image.permission': 'None is needed.',
    'chat.agent.upload_image.request.image': 'Required, at most 10 MB.',
    'chat.agent.upload_image.response.url': 'Ready to use.',
    'chat.agent.upload_image.response.path': 'To be stored; appended to {image_cdn_base_url}.',
  }),
  section('chat.md "Transports and envelopes", files', {
    'chat.web.header.content_type.multipart': 'File actions need multipart/form-data.',
    'chat.rtm.no_files': 'File actions are those of the Web API.',
  }),
  section('chat.md "States and transitions", send_file', {
    'chat.state.thread.send_file': 'A file can start a new thread: incoming_chat_thread.',
  }),
  section('chat.md "Limits", files', {
    'chat.limit.file_size.send_file': 'At most 10 MB.',
    'chat.limit.file_size.upload_image': 'At most 10 MB.',
  }),
  section('decisions §2, files', {
    'decisions.2.entity_too_large.file': 'A file over 10,485,760 bytes.',
  }),
  section('decisions §6.5, files', {
    'decisions.6.5.file': 'Under an idempotency key a file counts by its SHA-256.',
  }),
  section('decisions §6.14', {
    'decisions.6.14.size': 'width and height for PNG, JPEG, GIF and WebP.',
    'decisions.6.14.type': 'The type is read from the bytes, whatever the client says.',
    'decisions.6.14.headers': 'Served with nosniff, a strict CSP and, but those four, as an attachment.',
    'decisions.6.14.signed': 'The url is signed and good for 24 h, and signed anew at each read.',
    'decisions.6.14.path': 'path is permanent.',
  }),
  section('decisions §10.7, files', {
    'decisions.10.7.files': 'File actions are there over HTTP alone.',
  }),
  section('decisions §13, files', {
    'decisions.13.multipart.files': 'One file.',
    'decisions.13.multipart.parts': '8 parts.',
    'decisions.13.multipart.field': '8 KiB a field.',
  }),
  section('decisions §15, files', {
    'decisions.15.multipart_names': 'Parts are named payload.chat_id and so on, or without payload.',
    'decisions.15.file_event':
      'An agent’s event of type file names what upload_image answered to the license.',
  }),
  section('decisions §16.23', {
    'decisions.16.23.public': 'Images stay, public and unsigned, at {baseUrl}/files/images/{path}.',
  }),
  section('decisions §16.29', {
    'decisions.16.29.customer': 'A customer brings 100 files in 24 h; one more is too_many_requests.',
  }),
  section('decisions §16.26', {
    'decisions.16.26.none': 'Without the option files the file actions are validation.',
    'decisions.16.26.empty': 'An empty file is validation.',
    'decisions.16.26.form': 'JSON for a file action is validation, and a form for any other.',
    'decisions.16.26.images': 'upload_image takes PNG, JPEG, GIF and WebP only.',
    'decisions.16.26.forged': 'An address that is not signed, or has expired, is 403; what is not there 404.',
  }),
] as const
