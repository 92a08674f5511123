import 'reflect-metadata'
import type { ServerResponse } from 'node:http'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { attachRtm, parleyRouter } from '@parley/adapter-express'
import { listening, restOfSite } from '../../hosts/listening.js'
import type { StartHost } from '../../support/host.js'

class AppModule {}
Module({})(AppModule)

function nestHost(parseOn: (app: NestExpressApplication) => unknown = () => undefined): StartHost {
  return async (parley, path) => {
    const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false })
    parseOn(app)
    app.use(path === '' ? '/' : path, parleyRouter(parley))
    app.use((_request: unknown, response: ServerResponse) => void response.end(restOfSite))
    attachRtm(app.getHttpServer(), parley)
    await app.listen(0, '127.0.0.1')
    return listening(app.getHttpServer(), app)
  }
}

export const nestHosts: Readonly<Record<string, StartHost>> = { NestJS: nestHost() }
export const parsingNestHosts: Readonly<Record<string, StartHost>> = {
  'NestJS, behind its parsers': nestHost((app) =>
    app.useBodyParser('json').useBodyParser('urlencoded', { extended: true }),
  ),
}
