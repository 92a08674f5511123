// One process for them all: to start one takes longer than a hundred of these tests.
import './files/cleanup.js'
import './files/mounts.js'
import './files/per-day.js'
import './files/redirects.js'
import './files/refusals.js'
import './files/send-file.js'
import './files/serving.js'
import './files/upload-image.js'
