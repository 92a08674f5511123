// Runs in a worker, because browsers limit timers of background pages to one call a minute, and Parley closes a
// connection that is silent for a minute.
setInterval(() => postMessage('beat'), 15_000)
