export type { BusFixture, BusOutage, BusSuiteOptions, BusSupport } from './bus/suite.js'
export { testBus } from './bus/test-bus.js'
export type { FilesFixture, FilesSuiteOptions, FilesSupport } from './files/suite.js'
export { testFiles } from './files/test-files.js'
export type { HttpFixture, HttpSuiteOptions } from './http/suite.js'
export { testHttp } from './http/test-http.js'
export type { DeviceFate, PushFixture, PushSuiteOptions, PushSupport } from './push/suite.js'
export { testPushService } from './push/test-push-service.js'
export type { ServerAgent, ServerApp, ServerFixture, ServerTenant } from './server/fixture.js'
export type { RtmAddress, RtmLink, RtmListener, RtmTransport } from './server/rtm-transport.js'
export { type ServerAdmin, seedServer } from './server/seed.js'
export {
  type SocketIoClient,
  type SocketIoClientOptions,
  type SocketIoConnect,
  type SocketIoTransport,
  socketIoTransport,
} from './server/socket-io-transport.js'
export type { ServerSuiteOptions, ServerSupport } from './server/suite.js'
export { testServer } from './server/test-server.js'
export { websocketTransport } from './server/websocket-transport.js'
export type { StorageFixture, StorageSuiteOptions, StorageSupport } from './storage/suite.js'
export { testStorage } from './storage/test-storage.js'
export type { TestFunction } from './test-function.js'
