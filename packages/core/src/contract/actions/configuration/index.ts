export {
  createBotAgent,
  getBotAgentDetails,
  getBotAgents,
  removeBotAgent,
  updateBotAgent,
} from './bots.js'
export { createProperties, getPropertyConfigs } from './properties.js'
