import { section } from '../requirement.js'

export const archiveRequirements = [
  section('chat.md "Agent API actions", get_archives', {
    'chat.agent.get_archives': 'Lists threads with their chats.',
    'chat.agent.get_archives.permission.chats--all:read': 'The scope is required.',
    'chat.agent.get_archives.request.filters.query': 'Words to search for.',
    'chat.agent.get_archives.response.pagination.page': 'Number of the page.',
    'chat.agent.get_archives.response.pagination.total': 'Number of threads.',
  }),
  section('decisions §6.12', {
    'decisions.6.12.threads': 'Closed and active threads that the caller sees, newest first.',
    'decisions.6.12.page':
      'page counts from 1; limit is 25 by default and at most 100; total counts threads.',
    'decisions.6.12.days': 'date_from and date_to are days in UTC, both included.',
    'decisions.6.12.team_ids': 'Groups of the scopes of the chat.',
    'decisions.6.12.query': 'All words have to match, the last one as a prefix.',
  }),
  section('decisions §15, archives', {
    'decisions.15.archives.agent_ids':
      'An archive is found by any of the agents, present at any time in the thread.',
  }),
  section('decisions §16.8, archives', {
    'decisions.16.8.archives': 'get_archives of agent v0.4 takes page_id instead of page.',
  }),
  section('decisions §16.18, archives', {
    'decisions.16.18.archives': 'Archives contain all pages of a visit.',
  }),
  section('decisions §16.19, archives', {
    'decisions.16.19.archives': 'A response of get_archives above 12 MiB is refused with entity_too_large.',
  }),
  section('decisions §16.22', {
    'decisions.16.22.case': 'Diacritics and case do not matter, in any script.',
    'decisions.16.22.cjk': 'CJK text is found by pairs of characters.',
    'decisions.16.22.license': 'A search finds only data of the license.',
  }),
] as const
