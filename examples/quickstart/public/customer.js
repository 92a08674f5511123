import { ChatWidget } from './chat-widget.js'
import { CustomerChat } from './customer-chat.js'

const chat = new CustomerChat(() => widget.show())
const widget = new ChatWidget(chat)

addEventListener('pagechange', () => chat.pageChanged())
chat.connect()
