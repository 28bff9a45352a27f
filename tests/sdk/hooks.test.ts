import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Hook } from '../../src/client/sdk/core/hooks.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { traceHook } from '../../src/client/sdk/opentelemetry/index.ts'
import { aDatafile, aFlag } from './wire-server.ts'

const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: { type: 'object', default: { perMinute: 60 } },
  perPage: { type: 'number', key: 'per-page', default: 20 },
})

describe('hooks', () => {
  it('are run around each evaluation, before in order and after in the opposite one', () => {
    const told: string[] = []
    const hook = (name: string): Hook => ({
      before: ({ flagKey, context, hookData }) => {
        told.push(`${name} before ${flagKey} ${JSON.stringify(context)}`)
        hookData.set('from', name)
        return { [name]: true }
      },
      after: (_, { value, variant }) => told.push(`${name} after ${value} ${variant}`),
      error: (_, error) => told.push(`${name} error ${error instanceof Error && error.message}`),
      finally: ({ hookData }) => told.push(`${name} finally ${hookData.get('from')}`),
    })
    const datafile = aDatafile(1, [aFlag('checkout', true)])
    const fanion = createFanion({ flags, offline: datafile, hooks: [hook('a'), hook('b')], logger: { warn: () => {} } })
    expect(fanion.flags.checkout({ targetingKey: 'u' })).toBe(true)
    expect(told.splice(0)).toEqual([
      'a before checkout {"targetingKey":"u"}',
      'b before checkout {"targetingKey":"u","a":true}',
      'b after true on',
      'b finally b',
      'a after true on',
      'a finally a',
    ])
    fanion.flags.checkout.peek()
    expect(told).toEqual([])
    fanion.evaluate({ key: 'none', type: 'boolean', default: false })
    expect(told.filter((line) => line.includes('error'))).toEqual([
      'b error the environment has no such flag',
      'a error the environment has no such flag',
    ])
  })

  it('that throw change no answer, and are told of', async () => {
    const faults: string[] = []
    const hooks: Hook[] = [
      {
        before: () => {
          throw new Error('mine')
        },
        finally: () => Promise.reject(new Error('mine, later')),
      },
    ]
    const fanion = createFanion({ flags, offline: true, overrides: { checkout: true }, hooks })
    fanion.on('error', ({ message }) => faults.push(message))
    expect(fanion.flags.checkout()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(faults).toEqual([
      'a hook threw in before of checkout: mine',
      'a hook threw in finally of checkout: mine, later',
    ])
  })

  it('traceHook notes evaluations in the span under way, without who it was for unless told', () => {
    const events: [string, object][] = []
    const trace = { getActiveSpan: () => ({ addEvent: (name: string, of: object) => events.push([name, of]) }) }
    const make = (targetingKey?: boolean) =>
      createFanion({
        flags,
        offline: aDatafile(3, [aFlag('checkout', true)]),
        hooks: [traceHook(trace, targetingKey === undefined ? {} : { targetingKey })],
        logger: { warn: () => {} },
      })
    make().flags.checkout({ targetingKey: 'ada' })
    make(true).flags.hero({ targetingKey: 'ada' })
    expect(events).toEqual([
      [
        'feature_flag.evaluation',
        {
          'feature_flag.key': 'checkout',
          'feature_flag.provider.name': 'fanion',
          'feature_flag.result.reason': 'static',
          'feature_flag.result.variant': 'on',
          'feature_flag.version': '3',
        },
      ],
      [
        'feature_flag.evaluation',
        {
          'feature_flag.key': 'hero',
          'feature_flag.provider.name': 'fanion',
          'feature_flag.result.reason': 'error',
          'feature_flag.result.value': 'classic',
          'feature_flag.version': '3',
          'error.type': 'flag_not_found',
          'feature_flag.error.message': 'the environment has no such flag',
          'feature_flag.context.id': 'ada',
        },
      ],
    ])
  })
})
