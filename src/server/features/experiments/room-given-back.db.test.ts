import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld, type SomeExperiment } from '../../../../tests/support/experiment-world.ts'
import { headIn, servesHalf } from '../../../../tests/support/team.ts'
import { compile } from '../../../shared/engine/compile.ts'
import { evaluate } from '../../../shared/engine/evaluate.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import { areRangesWithin, partOfRun } from '../../../shared/features/experiments/grow-run.ts'
import { freeShareOf, joined, sizeOf } from '../../../shared/features/experiments/layer-ranges.ts'
import { limits } from '../../../shared/limits.ts'
import { FlagDocument } from '../../../shared/schemas/flag.ts'
import { approveChange } from '../changes/approve-change.ts'
import { editChange } from '../changes/edit-change.ts'
import { proposeShareIncrease } from '../changes/propose-share-increase.ts'
import { applyApproved } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { requestChanges } from '../changes/review-change.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { checkRunsOfChangedFlags } from './check-runs-of-changed-flags.ts'
import { createLayer, listLayers } from './layers/layers.ts'
import { readExperiment } from './read-experiments.ts'
import { stopExperiment } from './stop-experiment.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db, 1)
const { team } = world
const project = team.key
const users = Array.from({ length: 200 }, (_, at) => `user-${at}`)

const acts = ['start', 'grow', 'withdraw', 'reject', 'publish', 'edit', 'follow', 'end', 'end, serving on'] as const
type Act = (typeof acts)[number]
type Step = { readonly act: Act; readonly pick: number; readonly share: number }
type One = SomeExperiment & { ended: boolean }
/** A growth or a start that is not published yet. */
type Open = { readonly of: One; readonly change: number }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...acts,
    ...(['grow', 'grow', 'grow', 'grow', 'withdraw', 'withdraw', 'publish', 'edit'] as const),
  ),
  pick: fc.nat({ max: 20 }),
  share: fc.integer({ min: 1_000, max: 25_000 }),
})

/** Runs random actions on the experiments of one layer. Rejected actions must leave no trace. */
async function aSequence(layer: string) {
  await createLayer(team.ada, { project, key: layer, name: layer, by: null })
  const all: One[] = []
  let open: Open[] = []
  const of = <T>(some: readonly T[], pick: number): T | undefined => some[pick % Math.max(1, some.length)]
  const review = async ({ change }: Open) => {
    const { version } = await readChange(team.ada, { change })
    const it = { project, change, version, body: 'Seen.' }
    await requestReview(team.ada, it)
    return it
  }
  const publish = async (one: Open) => {
    await approveChange(team.publisher, await review(one))
    await applyApproved(team.publisher, { change: one.change })
    open = open.filter((other) => other !== one)
  }
  const start = async (share: number) => {
    const one = { ...(await world.propose(await world.draft({ layer, share }))), ended: false }
    all.push(one)
    open.push({ of: one, change: one.change })
  }
  const end = async (one: One | undefined, how: 'as-before' | 'as-it-is') => {
    if (!one || one.ended) return
    await stopExperiment(team.publisher, { experiment: one.key, how, why: '' })
    one.ended = true
  }
  const does: Record<Act, (step: Step) => Promise<unknown>> = {
    start: ({ share }) => start(share),
    grow: async ({ pick, share }) => {
      const one = of(all, pick)
      if (!one) return
      const { base } = await headIn(team.ada, one.flag)
      const { setup } = await readExperiment(team.ada, { experiment: one.key })
      const input = { experiment: one.key, share: setup.share + share, base, message: '' }
      const { number } = await proposeShareIncrease(team.ada, input)
      open.push({ of: one, change: number })
    },
    withdraw: async ({ pick }) => {
      const one = of(open, pick)
      if (one) await withdrawChange(team.ada, one)
      open = open.filter((other) => other !== one)
    },
    reject: async ({ pick }) => {
      const one = of(open, pick)
      if (one) await requestChanges(team.publisher, await review(one))
    },
    publish: async ({ pick }) => {
      const one = of(open, pick)
      if (one) await publish(one)
    },
    // replaces the document that a growth proposes, which abandons the growth
    edit: async ({ pick }) => {
      const one = of(open, pick)
      if (!one || one.change === one.of.change) return
      const { version } = await readChange(team.ada, one)
      const { base, document } = await headIn(team.ada, one.of.flag)
      const entry = { kind: 'flag' as const, key: one.of.flag, environment: 'production', base }
      await editChange(team.ada, {
        ...{ project, change: one.change, version },
        entries: [{ ...entry, document: servesHalf(document) }],
      })
    },
    follow: () => checkRunsOfChangedFlags(world.system),
    end: ({ pick }) => end(of(all, pick), 'as-before'),
    'end, serving on': ({ pick }) => end(of(all, pick), 'as-it-is'),
  }
  return { all, does: (one: Step) => does[one.act](one).catch(refused), open: () => open }
}

const refusals = ['layer/full', 'experiment/', 'change/', 'run/', 'revision/']
const refused = (error: unknown) => {
  const { code = '' } = error as { code?: string }
  if (!refusals.some((one) => code.startsWith(one))) throw error
}

describe('the room of a layer', () => {
  it('is held for what serves and for what is proposed, whatever becomes of a growth, and nobody changes arm', async () => {
    let layers = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 18 }), async (steps) => {
        const layer = `layer-${(layers += 1)}`
        const { all, does, open } = await aSequence(layer)
        const first = { pick: 0, share: 5_000 }
        const given = new Map<string, string>()
        const begin = (['start', 'publish', 'start', 'publish'] as const).map((act): Step => ({ act, ...first }))
        for (const one of [...begin, ...steps]) {
          await does(one)
          const held = (await listLayers(team.viewer)).find(({ key }) => key === layer)?.held ?? []
          expect(freeShareOf(held)).toBe(limits.weightUnits - sizeOf(held))
          for (const { key, flag, run } of all) {
            const { document } = await headIn(team.viewer, flag)
            const proposed = []
            for (const { change } of open().filter(({ of }) => of.key === key)) {
              const { entries } = await readChange(team.viewer, { change })
              proposed.push(...entries.flatMap(({ document: one }) => FlagDocument.safeParse(one).data ?? []))
            }
            const [inForce, asked] = [[document], proposed].map((documents) =>
              documents.flatMap(({ rules }) =>
                rules.filter(({ id }) => id === `run-${run}`).flatMap((rule) => partOfRun(rule, run, { layer })),
              ),
            )
            const own = held.filter((stretch) => stretch.run === run)
            expect(areRangesWithin(inForce ?? [], own)).toBe(true)
            const hasEnded = all.some((other) => other.run === run && other.ended) && inForce?.length === 0
            expect(joined(own)).toEqual(hasEnded ? [] : joined([...(inForce ?? []), ...(asked ?? [])]))
            const compiled = compile(aDatafile([document]), { ...everyFamily })
            for (const targetingKey of users) {
              const { variant, measured } = evaluate(compiled, flag, { targetingKey }, 0)
              if (measured?.run !== run) continue
              const before = given.get(`${run} ${targetingKey}`)
              expect(variant).toBe(before ?? variant)
              given.set(`${run} ${targetingKey}`, String(variant))
            }
          }
        }
      }),
      { numRuns: 3 },
    )
  })
})
