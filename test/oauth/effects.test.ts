import './effects/changes-under-way.js'
import './effects/live-effects.js'
import './effects/removal-races.js'
