import { section } from '../requirement.js'

export const botRequirements = [
  section('configuration.md "Bot agent"', {
    'bot.name': 'A string, required: display name.',
    'bot.avatar': 'A string, optional: avatar URL.',
    'bot.status': 'accepting chats, not accepting chats or offline, required at creation.',
    'bot.max_chats_count': 'An integer, optional, 6 by default.',
    'bot.groups': 'An array of objects with id (uint) and priority, both required.',
    'bot.groups.id': 'An unsigned integer, required.',
    'bot.groups.only': 'Every agent belongs to group 0, and there is no other group.',
    'bot.groups.priority': 'first, normal or last, required.',
    'bot.groups.priority.first': 'Gets chats before others of the group.',
    'bot.groups.priority.normal': 'Gets chats when no agent with priority first has a free slot.',
    'bot.groups.priority.last': 'Gets chats when no agent with priority first or normal has a free slot.',
    'bot.application.client_id': 'The owning application, in the details.',
    'bot.webhooks': 'An object, optional, with url, secret_key and actions, all required.',
    'bot.webhooks.url': 'A string, required within webhooks.',
    'bot.webhooks.secret_key': 'A string, required within webhooks.',
    'bot.webhooks.actions': 'An array of objects, required within webhooks.',
    'bot.webhooks.actions.name': 'A string, required.',
    'bot.webhooks.actions.filters': 'An object, optional.',
    'bot.webhooks.actions.additional_data': 'An array of strings, optional, in newer versions.',
    'bot.status.accepting': 'accepting chats: logged in, and threads are assigned to it.',
    'bot.status.not_accepting': 'not accepting chats: logged in, and no threads are assigned to it.',
    'bot.status.offline': 'offline: not logged in.',
    'bot.id': 'A random hash.',
    'bot.token': 'The bot is logged out when the token that created or last updated it is revoked.',
    'bot.status.created': 'A bot that is created has the given status.',
    'bot.status.updated': 'A bot that is updated has the given status.',
    'bot.no_password': 'A bot cannot sign in with an account, and cannot be given a password.',
    'bot.no_email': 'A bot has no e-mail address.',
  }),
  section('configuration.md "Events", of a bot', {
    'bot.filters': 'A filter must be one of those that the action has.',
    'bot.filters.chat_member_ids': 'Only one of its keys may be set; in newer versions.',
    'bot.filters.author_type': 'Only for incoming_event; in newer versions.',
    'bot.actions.newer': 'v0.3 lacks postbacks, agent_status_changed and agent_deleted.',
    'bot.older.additional_data': 'v0.3 has no additional_data.',
  }),
  section('configuration.md "Endpoints", bot agents', {
    'configuration.create_bot_agent': 'agents/create_bot_agent returns bot_agent_id.',
    'configuration.create_bot_agent.permission.agents-bot--my:write': 'The scope is required.',
    'configuration.update_bot_agent':
      'agents/update_bot_agent changes the given fields and returns an empty object.',
    'configuration.update_bot_agent.request.id': 'A string, required.',
    'configuration.update_bot_agent.request.optional': 'Fields that are not given stay unchanged.',
    'configuration.update_bot_agent.permission.agents-bot--my:write': 'The scope is required.',
    'configuration.remove_bot_agent': 'agents/remove_bot_agent removes the bot and returns an empty object.',
    'configuration.remove_bot_agent.request.bot_agent_id': 'A string, required.',
    'configuration.remove_bot_agent.permission.agents-bot--my:write':
      'The scope is enough for those of the app.',
    'configuration.remove_bot_agent.permission.agents-bot--all:write':
      'The scope is required for those of other apps.',
    'configuration.get_bot_agents': 'Returns bot_agents: id, name, avatar and status of each bot.',
    'configuration.get_bot_agents.request.all':
      'A boolean, optional, false by default: only bots of the app.',
    'configuration.get_bot_agents.permission.agents-bot--my:read':
      'The scope is enough for those of the app.',
    'configuration.get_bot_agents.permission.agents-bot--all:read': 'The scope is required for all.',
    'configuration.get_bot_agent_details':
      'Returns bot_agent: all fields of the bot, including secret_key, filters and additional_data.',
    'configuration.get_bot_agent_details.request.bot_agent_id': 'A string, required.',
    'configuration.get_bot_agent_details.permission.agents-bot--my:read':
      'The scope is enough for those of the app.',
    'configuration.get_bot_agent_details.permission.agents-bot--all:read':
      'The scope is required for those of other apps.',
  }),
  section('decisions §8.7, §8.8, §8.12, §8.13, bots', {
    'decisions.8.7.webhooks': 'agent_status_changed and agent_deleted fire for every agent.',
    'decisions.8.8.all_chats':
      'The webhooks of a bot fire for all chats of the license, whether the bot is a member or not.',
    'decisions.8.8.narrowed': 'chat_member_ids limits them to the chats that the bot is a member of.',
    'decisions.8.8.destination': 'They have the url and secret_key of the bot, and its id as webhook_id.',
    'decisions.8.8.agents':
      'The bot receives the status changes and deletions of all agents, itself included.',
    'decisions.8.12.expired': 'An expired token has no effect on the bot.',
    'decisions.8.12.owner':
      'The bot is logged out when the user of its token is removed or gets a new password.',
    'decisions.8.13.versions': 'Every version has the endpoints for bots.',
    'decisions.8.13.replaced': 'The given webhooks replace the existing ones as a whole.',
  }),
  section('decisions §1.2, §8.7, §13, §15, bots', {
    'decisions.1.2.bot_id': '32 random hexadecimal digits.',
    'decisions.8.7.leaves': 'A bot that is deleted or logged out leaves its chats, which are assigned again.',
    'decisions.13.bots_per_app': 'An app can have at most 100 bots.',
    'decisions.13.bots_per_license': 'A license can have at most 1,000 bots.',
    'decisions.13.bot_webhooks': 'The webhooks of a bot have at most 16 KiB as JSON, and 50 actions.',
    'decisions.15.bot_groups': 'A bot can belong to group 0 only.',
  }),
] as const
