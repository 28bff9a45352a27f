import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Tracer } from '../tracing/trace.ts'
import { nameRoutes, tracing } from './tracing.ts'

const proxies = { isBetween: ({ from }: { from: string }) => from === 'proxy' } as never

it('a request has a span where requests are traced, begun by a proxy of the operator’s alone; else it is as it was', () => {
  const listener = vi.fn<(request: unknown, response: unknown) => void>()
  expect(tracing(undefined, { proxies }, listener)).toBe(listener)
  const begun: unknown[] = []
  const tracer = {
    request: (request: unknown, response: unknown, isBetween: boolean, act: () => void) => {
      begun.push([request, response, isBetween])
      act()
    },
  } as unknown as Tracer // only these methods are used
  for (const from of ['proxy', 'anybody']) tracing(tracer, { proxies }, listener)({ from } as never, 'answer' as never)
  expect(begun).toEqual([
    [{ from: 'proxy' }, 'answer', true],
    [{ from: 'anybody' }, 'answer', false],
  ])
  expect(listener.mock.calls).toEqual([
    [{ from: 'proxy' }, 'answer'],
    [{ from: 'anybody' }, 'answer'],
  ])
})

it('a span is named by its route, and one of no route is not', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const routed = vi.fn<(method: string, route: string) => void>()
  nameRoutes(app, { routed } as unknown as Tracer) // only this method is used
  app.get('/things/:id', async () => 'x')
  for (const url of ['/things/secret', '/none']) await app.inject({ url })
  expect(routed.mock.calls).toEqual([['GET', '/things/:id']])
})
