export { type RedisBusOptions, redisBus } from './redis-bus.js'
