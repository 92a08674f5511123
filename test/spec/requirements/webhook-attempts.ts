import { section } from '../requirement.js'

export const webhookAttemptRequirements = [
  section('decisions §11, attempts', {
    'decisions.11.twelve': 'A delivery gets 12 attempts within 24 h, with growing pauses and jitter.',
    'decisions.11.timeout': 'An attempt ends after 10 s without a complete response.',
    'decisions.11.in_order':
      'Deliveries of a webhook about one chat are sent in order; other chats do not wait.',
    'decisions.11.retry_after': 'Retry-After postpones the next attempt, by a day at most.',
    'decisions.11.retry_after.never_earlier': 'Retry-After never makes an attempt earlier.',
    'decisions.11.slow': 'A hanging destination does not delay others.',
    'decisions.11.paused':
      'A destination that fails 5 times in a row is paused for 10 s, and then tried with one delivery.',
    'decisions.11.paused.longer': 'Each further pause is twice as long.',
    'decisions.11.paused.attempts': 'Deliveries that wait in the pause use up no attempt.',
    'decisions.11.day': 'A delivery that has been due for a day is given up.',
    'decisions.11.status_410':
      'A 410 response disables the webhook, and its waiting deliveries are given up.',
    'decisions.11.status_410.bot': 'Deliveries to a bot continue when its webhooks are configured again.',
    'decisions.11.not_public': 'A connection to an address that is not public is refused.',
    'decisions.13.webhook_answer': 'At most 64 KiB of a response are read.',
  }),
  section('decisions §11, §16.8, admin.webhooks', {
    'decisions.11.admin.list':
      'Lists the webhooks of a license or app, without secret keys, with the time since which they are disabled.',
    'decisions.11.admin.failed': 'Lists the dead letters with their reasons, the newest first.',
    'decisions.11.admin.attempts':
      'Lists the attempts with status or reason, the newest first; 100 are kept.',
    'decisions.11.admin.retry': 'Sends a dead letter again, with all its attempts.',
    'decisions.11.admin.enable': 'After a 410 response, sends what happens from then on.',
    'decisions.11.admin.license': 'Data of another license is not shown, and is validation.',
    'decisions.16.8.webhooks': 'list and listFailedDeliveries return pages.',
  }),
] as const
