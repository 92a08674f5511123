import { ChatWidget } from './chat-widget.js'
import { CustomerChat } from './customer-chat.js'

const chat = new CustomerChat({ onChange: () => widget.show(), onNews: (event) => widget.notify(event) })
const widget = new ChatWidget(chat)

addEventListener('pagechange', () => chat.pageChanged())
chat.connect()
