import { completeSignIn } from '/parley-sign-in.js'
import { byId } from './dom.js'

// The sign-in pop-up ends here: it passes the token to the page that opened it, and closes.
byId('nobody-waits').hidden = completeSignIn()
