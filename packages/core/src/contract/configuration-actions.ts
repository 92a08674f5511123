export { createBotAgent, getBotAgentDetails, getBotAgents, removeBotAgent, updateBotAgent } from './bots.js'
export { createProperties, getPropertyConfigs } from './property-configs.js'
export { getWebhooksConfig, registerWebhook, unregisterWebhook } from './webhooks.js'
