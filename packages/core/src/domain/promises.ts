/**
 * Returns whether the value is still to come. By its method, because a host may have replaced the global `Promise`
 * (zone.js, bluebird), while async functions go on returning native ones: `instanceof` is wrong about either.
 */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
