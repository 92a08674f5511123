import { section } from '../requirement.js'

export const webhookAttemptRequirements = [
  section('decisions §11, attempts', {
    'decisions.11.twelve': '12 attempts within 24 h, each later than the one before it, with jitter.',
    'decisions.11.timeout': 'An attempt ends after 10 s without a whole answer.',
    'decisions.11.in_order': 'Of a webhook and a chat one comes after the other; other chats do not wait.',
    'decisions.11.retry_after': 'Retry-After puts the next attempt off, by a day at most.',
    'decisions.11.retry_after.never_earlier': 'It never brings it forward.',
    'decisions.11.slow': 'A destination that hangs holds up no other.',
    'decisions.11.left_alone': 'One that fails 5 times in a row is left alone for 10 s; one goes first then.',
    'decisions.11.left_alone.longer': 'Twice as long each further time.',
    'decisions.11.left_alone.attempts': 'What waits meanwhile uses up no attempt.',
    'decisions.11.day': 'What has been due for a day is given up.',
    'decisions.11.gone': '410 disables the webhook, and what waits for it is given up.',
    'decisions.11.gone.bot': 'A bot is sent to again when it is given other webhooks.',
    'decisions.11.not_public': 'An address that is not public is refused when it is connected to.',
    'decisions.13.webhook_answer': 'Of an answer 64 KiB are read.',
  }),
  section('decisions §11, §16.8, admin.webhooks', {
    'decisions.11.admin.list':
      'Those of a license, or of an app there, without secret keys; disabled since when.',
    'decisions.11.admin.failed': 'What was given up, and why, the newest first.',
    'decisions.11.admin.attempts': 'What was tried, with status or reason, the newest first; 100 are kept.',
    'decisions.11.admin.retry': 'Sends what was given up again, with all its attempts.',
    'decisions.11.admin.enable': 'After 410: what happens from then on is sent again.',
    'decisions.11.admin.license': 'What belongs to another license is not shown, and is validation.',
    'decisions.16.8.webhooks': 'list and failed have pages.',
  }),
] as const
