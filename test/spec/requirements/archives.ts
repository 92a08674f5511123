import { section } from '../requirement.js'

export const archiveRequirements = [
  section('chat.md "Agent API actions", get_archives', {
    'chat.agent.get_archives': 'Lists threads with their chats.',
    'chat.agent.get_archives.permission.chats--all:read': 'Is needed.',
    'chat.agent.get_archives.request.filters.query': 'Words to look for.',
    'chat.agent.get_archives.response.pagination.page': 'Which page it is.',
    'chat.agent.get_archives.response.pagination.total': 'How many threads there are.',
  }),
  section('decisions §6.12', {
    'decisions.6.12.threads': 'Closed and active threads that the caller sees, newest first.',
    'decisions.6.12.page': 'page counts from 1; limit is 25 and at most 100; total counts threads.',
    'decisions.6.12.days': 'date_from and date_to are days in UTC, both included.',
    'decisions.6.12.team_ids': 'Groups of the scopes of the chat.',
    'decisions.6.12.query': 'All words have to match, the last one as a prefix.',
  }),
  section('decisions §15, archives', {
    'decisions.15.archives.agent_ids': 'Any of them, at any time in the thread.',
  }),
  section('decisions §16.8, archives', {
    'decisions.16.8.archives': 'get_archives of agent v0.4 takes page_id in place of page.',
  }),
  section('decisions §16.18, archives', {
    'decisions.16.18.archives': 'All pages of a visit are in archives.',
  }),
  section('decisions §16.19, archives', {
    'decisions.16.19.archives': 'Above 12 MiB get_archives is entity_too_large.',
  }),
  section('decisions §16.22', {
    'decisions.16.22.case': 'Marks and case do not matter, in any script.',
    'decisions.16.22.cjk': 'CJK is found by pairs of characters.',
    'decisions.16.22.license': 'Only what belongs to the license is found.',
  }),
] as const
