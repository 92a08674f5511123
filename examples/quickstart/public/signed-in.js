import { completeSignIn } from '/parley-sign-in.js'
import { byId } from './dom.js'

// The pop-up ends here: it hands the token to the page that opened it, and closes.
byId('nobody-waits').hidden = completeSignIn()
