export {
  createBotAgent,
  getBotAgentDetails,
  getBotAgents,
  removeBotAgent,
  updateBotAgent,
} from './bots.js'
export { createProperties, getPropertyConfigs } from './properties.js'
export { getWebhooksConfig, registerWebhook, unregisterWebhook } from './webhooks.js'
