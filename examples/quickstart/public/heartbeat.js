// A worker, because browsers slow the timers of a page in the background to one a minute, and Parley closes a
// connection that says nothing for a minute.
setInterval(() => postMessage('beat'), 15_000)
