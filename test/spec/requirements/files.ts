import { section } from '../requirement.js'

export const fileRequirements = [
  section('chat.md "Customer API actions", send_file', {
    'chat.customer.send_file': 'Sends a file as an event.',
    'chat.customer.send_file.request.chat_id': 'Required.',
    'chat.customer.send_file.request.custom_id': 'Clients should send it; its absence is accepted.',
    'chat.customer.send_file.request.file': 'Required, at most 10 MB.',
    'chat.customer.send_file.response.url': 'Address of the file.',
    'chat.customer.send_file.push': 'The same pushes as for send_event.',
  }),
  section('chat.md "Agent API actions", upload_image', {
    'chat.agent.upload_image': 'Stores an image.',
    'chat.agent.upload_image.permission': 'No scope is required.',
    'chat.agent.upload_image.request.image': 'Required, at most 10 MB.',
    'chat.agent.upload_image.response.url': 'An address that can be used immediately.',
    'chat.agent.upload_image.response.path': 'A path to store, to be appended to {image_cdn_base_url}.',
  }),
  section('chat.md "Transports and envelopes", files', {
    'chat.web.header.content_type.multipart': 'File actions need multipart/form-data.',
    'chat.rtm.no_files': 'File actions exist in the Web API only.',
  }),
  section('chat.md "States and transitions", send_file', {
    'chat.state.thread.send_file': 'A file can start a new thread: incoming_chat_thread.',
  }),
  section('chat.md "Limits", files', {
    'chat.limit.file_size.send_file': 'At most 10 MB.',
    'chat.limit.file_size.upload_image': 'At most 10 MB.',
  }),
  section('decisions §2, files', {
    'decisions.2.entity_too_large.file': 'A file over 10,485,760 bytes is refused.',
  }),
  section('decisions §6.5, files', {
    'decisions.6.5.file': 'For an idempotency key, files are compared by their SHA-256.',
  }),
  section('decisions §6.14', {
    'decisions.6.14.size': 'PNG, JPEG, GIF and WebP images have width and height.',
    'decisions.6.14.type': 'The type is detected from the bytes, whatever the client claims.',
    'decisions.6.14.headers':
      'Files are served with nosniff and a strict CSP, and as attachments unless they are of those four types.',
    'decisions.6.14.signed': 'The url is signed and valid for 24 h, and signed again at each read.',
    'decisions.6.14.path': 'The path is permanent.',
  }),
  section('decisions §10.7, files', {
    'decisions.10.7.files': 'File actions exist over HTTP only.',
  }),
  section('decisions §13, files', {
    'decisions.13.multipart.files': 'A form has at most one file.',
    'decisions.13.multipart.parts': 'A form has at most 8 parts.',
    'decisions.13.multipart.field': 'A field has at most 8 KiB.',
  }),
  section('decisions §15, files', {
    'decisions.15.multipart_names':
      'Parts are named payload.chat_id and so on, or without the prefix payload.',
    'decisions.15.file_event':
      'An agent’s event of type file names a file that upload_image returned to the license.',
  }),
  section('decisions §16.23', {
    'decisions.16.23.public': 'Images are permanent, public and unsigned, at {baseUrl}/files/images/{path}.',
  }),
  section('decisions §16.29', {
    'decisions.16.29.customer': 'A customer can send 100 files in 24 h; one more is too_many_requests.',
  }),
  section('decisions §16.26', {
    'decisions.16.26.none': 'Without the option files the file actions are validation.',
    'decisions.16.26.empty': 'An empty file is validation.',
    'decisions.16.26.form': 'JSON for a file action is validation, and so is a form for any other action.',
    'decisions.16.26.images': 'upload_image takes PNG, JPEG, GIF and WebP only.',
    'decisions.16.26.forged': 'An unsigned or expired address answers 403, and an unknown one 404.',
  }),
] as const
