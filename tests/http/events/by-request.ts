import { describe, expect, it } from 'vitest'
import { until } from '../world.ts'
import { aRun, query, rule, unitsIn, world } from './two-servers.ts'

describe('a program that asks for one flag by request', () => {
  it('exposes its unit, which the server says itself, once', async () => {
    const { api, project } = world
    await api.flags.create.mutate({ project, key: 'asked', name: 'Asked', onIn: ['development'] })
    await aRun(3, 'asked')
    const head = (await api.flags.get.query({ project, flag: 'asked' })).heads['development']
    if (!head) throw new Error('the flag is in development')
    const rules = [{ ...rule, run: 3 }]
    const entries = [{ kind: 'flag' as const, key: 'asked', document: { ...head.document, rules } }]
    const where = { project, environment: 'development' }
    await api.revisions.publish.mutate({ ...where, base: head.revision, message: '', entries })
    const [unit = ''] = unitsIn('on', 1)
    const ask = async () => {
      const response = await fetch(`${world.url}/ofrep/v1/evaluate/flags/asked`, {
        method: 'POST',
        headers: { ...world.bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ context: { targetingKey: unit } }),
      })
      return (await response.json()) as { variant?: string; reason?: string }
    }
    await until(async () => (await ask()).reason === 'SPLIT', 'the rule serves')
    await ask()
    const kept = () =>
      query<{ via: number; arm: number }>(
        'select via, arm from exposure join run on run.id = exposure.run where number = 3',
      )
    await until(async () => (await kept()).length > 0, 'the exposure is kept')
    expect(await kept()).toEqual([{ via: 2, arm: 0 }])
  })
})
