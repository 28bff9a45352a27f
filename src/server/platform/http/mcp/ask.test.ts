import { expect, it } from 'vitest'
import { createAsk, type ProcedureName } from './ask.ts'
import { stepsOf } from './tools/removal-plan.ts'
import { tools } from './tools.ts'

/** Calls a procedure through a tool's access. An allowed call fails in the procedure, which gets an empty context. */
const asked = async (name: ProcedureName, uses: ProcedureName[], proposes: boolean) => {
  try {
    // No procedure runs far enough to use more of the context.
    await createAsk({} as never, uses, proposes)(name, {} as never)
    return 'answered'
  } catch (error) {
    return String(error).includes(`a tool asks ${name}, which is not of those it names`) ? 'refused' : 'asked'
  }
}

it('a tool asks what it names and nothing else, and changes something only where it says that it proposes', async () => {
  const [query, mutation, subscription] = ['flags.get', 'flags.create', 'live.events'] as const
  for (const proposes of [false, true]) {
    expect(await asked(query, [query], proposes)).toBe('asked')
    expect(await asked(query, [mutation], proposes)).toBe('refused')
    expect(await asked(mutation, [mutation], proposes)).toBe(proposes ? 'asked' : 'refused')
    expect(await asked(mutation, [query], proposes)).toBe('refused')
    expect(await asked(subscription, [subscription], proposes)).toBe('refused')
    expect(await asked('flags.none' as never, ['flags.none' as never], proposes)).toBe('refused')
  }
  expect(tools.filter(({ proposes }) => proposes).map(({ name }) => name)).toEqual([
    'create_flag',
    'propose_change',
    'propose_experiment',
  ])
})

it('a removal is planned by what stands in its way, in order', () => {
  const nothing = { settled: { variant: 'on' }, requiredBy: [], reads: 0, scanned: true, live: 0 }
  const archive = 'Then a person archives it in Fanion.'
  const take = (variant: string) =>
    `Take it out of the code: fanion remove checkout --as ${variant} shows the changes, --write makes them.`
  const plan = (more: Partial<Parameters<typeof stepsOf>[1]>) => stepsOf('checkout', { ...nothing, ...more })
  expect(plan({})).toEqual([archive])
  expect(plan({ settled: null })).toEqual([expect.stringMatching(/^No variant has settled/), archive])
  expect(plan({ requiredBy: ['other'] })).toEqual([expect.stringMatching(/^Flags that require it/), archive])
  expect(plan({ scanned: false })).toEqual([expect.stringMatching(/^No branch was scanned/), take('on'), archive])
  expect(plan({ reads: 1 })).toEqual([take('on'), archive])
  expect(plan({ reads: 1, settled: { variant: null } })).toEqual([take('VARIANT'), archive])
  expect(plan({ reads: 1, settled: null })[1]).toBe(take('VARIANT'))
  expect(plan({ live: 1 })).toEqual(['Deploy, and wait until no live build reads it.', archive])
  expect(plan({ settled: null, requiredBy: ['x'], reads: 1, scanned: false, live: 1 })).toHaveLength(6)
})
