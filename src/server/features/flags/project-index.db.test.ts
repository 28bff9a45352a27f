import fc from 'fast-check'
import { expect, it } from 'vitest'
import { split } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { headOf, removal } from '../../../../tests/support/publications.ts'
import { draws } from '../../../../tests/support/seed.ts'
import { CreateEnvironmentInput } from '../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { createEnvironment } from '../environments/create-environment.ts'
import { removeEnvironment } from '../environments/remove-environment.ts'
import { publish } from '../publishing/publish.ts'
import { ProjectIndex } from './project-index.ts'
import { readFlag } from './read-flag.ts'

const flags = ['alpha', 'bravo', 'charlie']
const environments = ['development', 'production']
/** Documents with different sole variants, with and without a rollout in progress. */
const serves: readonly Partial<FlagDocument>[] = [
  { on: false },
  { on: true, otherwise: { variant: 'on' } },
  { on: true, otherwise: split({ on: 10_000, off: 90_000 }) },
  { on: true, otherwise: split({ on: 100_000, off: 0 }) },
]

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      environment: fc.constantFrom(...environments, 'passing'),
      flag: fc.constantFrom(...flags),
      serve: fc.constantFrom(...serves),
    }),
  },
  fc.record({ environment: fc.constantFrom(...environments, 'passing'), flag: fc.constantFrom(...flags) }),
  fc.constant('an environment that comes or goes' as const),
)

/** The index's content, except for start times: a new index knows those only from the log. */
const said = async (index: ProjectIndex, project: ProjectCtx) =>
  (await index.withPast(project)).map(({ flag, cells, onIn, rollingIn, everOn }) => ({
    ...{ key: flag.key, onIn, rollingIn, everOn },
    cells: Object.entries(cells)
      .map(([key, { on, rules, sole, rollout }]) => ({ key, on, rules, sole, rollout }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  }))

it('an index that followed the log says what one says that is read now', async () => {
  const { db } = await testDatabase()
  let rolled = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 15 }), async (acts) => {
      const { project } = await aProject(db)
      const inProject = { project: project.project.key }
      for (const key of flags) await aLiveFlag(project, key, [])
      const index = new ProjectIndex()
      // the key of a deleted environment cannot be reused
      let [made, passing] = [0, false]
      for (const one of acts) {
        if (typeof one === 'string') {
          if (passing) {
            const there = await inEnvironment(project, `passing-${made}`)
            await removeEnvironment(there, { confirm: there.environment.key })
          } else {
            const key = `passing-${++made}`
            const input = { ...inProject, key, name: key, colour: 'teal', from: 'development' }
            await createEnvironment(project, CreateEnvironmentInput.parse(input))
          }
          passing = !passing
        } else if (one.environment !== 'passing' || passing) {
          const environment = one.environment === 'passing' ? `passing-${made}` : one.environment
          const ctx = await inEnvironment(project, environment)
          const head = (await readFlag(ctx, { flag: one.flag })).heads[environment]
          if (head === undefined) continue
          const entry =
            'serve' in one
              ? { kind: 'flag' as const, key: one.flag, document: { ...head.document, ...one.serve } }
              : removal('flag', one.flag)
          await publish(ctx, { base: await headOf(ctx), message: 'test', entries: [entry] })
        }
        const now = await said(new ProjectIndex(), project)
        rolled += now.filter(({ rollingIn }) => rollingIn > 0).length
        expect(await said(index, project)).toEqual(now)
      }
    }),
    { numRuns: draws(6, 12) },
  )
  expect(rolled).toBeGreaterThan(0)
})
