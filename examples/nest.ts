import 'reflect-metadata'
import { createFanion, defineFlags } from '@fanion/sdk/node'
import { perRequest, type RequestFanion } from '@fanion/sdk/request'
import { All, Controller, Inject, type MiddlewareConsumer, Module, type NestModule, type OnApplicationShutdown } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NextFunction, Request, Response } from 'express'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
const visitor = perRequest(fanion)

@Controller()
class Prices {
  // a provider of one instance for all requests: it need not be scoped to the request to know whose it is
  constructor(@Inject('visitor') private readonly visitor: RequestFanion<typeof flags>) {}

  @All('price')
  async price(): Promise<string> {
    return this.visitor.flags.checkout() ? 'new' : 'old'
  }
}

@Module({ controllers: [Prices], providers: [{ provide: 'visitor', useValue: visitor }] })
class Shop implements NestModule, OnApplicationShutdown {
  configure(consumer: MiddlewareConsumer) {
    const withContext = (request: Request, _: Response, next: NextFunction) =>
      visitor.run({ targetingKey: request.get('x-user') }, next)
    consumer.apply(withContext).forRoutes('*path')
  }
  onApplicationShutdown = () => fanion.close()
}

await fanion.ready()
const app = await NestFactory.create(Shop, { logger: ['error'] })
app.enableShutdownHooks()
await app.listen(process.env.PORT ?? 3000, '127.0.0.1')
