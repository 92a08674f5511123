/**
 * Returns whether the value is a promise. Checks for a `then` method, because `instanceof Promise` fails when a host
 * has replaced the global `Promise` (zone.js, bluebird) while async functions still return native promises.
 */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
