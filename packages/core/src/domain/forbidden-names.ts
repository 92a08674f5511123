/** Returns whether the name would reach the prototype of an object in some client (decisions §1.6). */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype'
}
