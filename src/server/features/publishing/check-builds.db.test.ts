import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aTeam, headIn, inAnHour } from '../../../../tests/support/team.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { blocksPublish, buildMismatchOf } from '../../../shared/features/builds/build-mismatch.ts'
import { checkContract } from '../../../shared/features/builds/check-contract.ts'
import type { DeclaredFlag } from '../../../shared/features/builds/schemas/build.ts'
import { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { CreateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { ProposeRampInput } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { recordBuild } from '../builds/record-build.ts'
import { applyDueChanges } from '../changes/apply-due-changes.ts'
import { proposeRamp } from '../changes/propose-ramp.ts'
import { publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { scheduleChange } from '../changes/schedule-change.ts'
import { applyFiles } from '../flag-files/apply-files.ts'
import { createFlag } from '../flags/create-flag.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { computePromotion } from './compute-promotion.ts'
import { publish } from './publish.ts'
import { restoreRevision } from './restore-revision.ts'

const { db } = await testDatabase(4)
let clock = Date.parse('2026-05-04T09:00:00.000Z')
const team = await aTeam(db, 0, () => new Date(clock))
const project = team.key
const { ada, publisher } = team
const despite = { reason: 'shop-web falls back' }
let made = 0

/** A flag with three values, on and serving as in `document`, in both environments. */
const aHero = async () => {
  const key = `hero-${made++}`
  const variants = ['classic', 'compact', 'wide'].map((value) => ({ key: value, value }))
  await createFlag(ada, CreateFlagInput.parse({ project, key, name: key, type: 'string', variants }))
  for (const environment of ['development', 'production']) {
    const { document } = await headIn(ada, key, environment)
    await put(key, { ...document, on: true, offVariant: 'classic', otherwise: { variant: 'compact' } }, environment)
  }
  return key
}
const put = async (key: string, document: FlagDocument | null, environment = 'production', more: object = {}) => {
  const { there, base } = await headIn(publisher, key, environment)
  return publish(there, { base, message: 'm', entries: [{ kind: 'flag', key, document }], ...more })
}
const declares = (key: string, more: Partial<DeclaredFlag> = {}): DeclaredFlag => ({
  ...{ key, type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  ...more,
})
/** Reports the build shop-web 2.4 with a server key: it declares the flag and has a plan in its contexts. */
const runs = async (flag: DeclaredFlag, environment = 'production') => {
  const environmentId = (await inEnvironment(ada, environment)).environment.id
  const build = { name: 'shop-web', version: '2.4', runtime: 'node', flags: [flag], attributes: ['plan'] }
  await recordBuild(db, new Date(clock), { environmentId, kind: 'server' }, build)
}

/** The contract findings, each with an edit that causes only this one. */
const edits: Record<string, (document: FlagDocument) => FlagDocument | null> = {
  missing: () => null,
  'variant-unknown': (document) => ({ ...document, otherwise: { variant: 'wide' } }),
  'default-unknown': (document) => ({ ...document, variants: { ...document.variants, classic: 'classical' } }),
  'attribute-missing': (document) => ({
    ...document,
    rules: [{ id: 'r', when: where('country', 'is', 'NO'), serve: { variant: 'compact' } }],
  }),
  // not a finding yet: a declared variant may be served no longer
  'variant-gone': (document) => ({
    ...document,
    variants: Object.fromEntries(Object.entries(document.variants).filter(([key]) => key !== 'classic')),
    offVariant: 'compact',
  }),
  nothing: (document) => ({ ...document, offVariant: 'compact' }),
}

type Asked = { readonly key: string; readonly document: FlagDocument | null; readonly from: FlagDocument }
const entryOf = ({ key, document }: Asked): Entry => ({ kind: 'flag', key, document })
const aDraft = async (ctx: typeof ada, asked: Asked) => {
  const { base } = await headIn(ctx, asked.key)
  const entries = [{ ...entryOf(asked), environment: 'production', base }]
  return saveChange(ctx, { project, title: 'Edit', message: 'm', entries })
}
const approved = async (asked: Asked) => {
  // no approval is required here, so it is approved immediately
  const { number } = await aDraft(team.editor, asked)
  await requestReview(team.editor, { change: number })
  return number
}

/** Each way to publish to an environment. A rejection is thrown, or reported if no caller waits for the result. */
const ways: Record<string, (asked: Asked) => Promise<unknown>> = {
  'a publish': ({ key, document }) => put(key, document),
  'a change': async (asked) => publishChange(publisher, { change: (await aDraft(publisher, asked)).number }),
  'an approved change': async (asked) => publishChange(publisher, { change: await approved(asked) }),
  'a schedule': async (asked) => {
    const change = await approved(asked)
    await scheduleChange(publisher, { project, change, at: inAnHour(new Date(clock)), zone: 'UTC' })
    clock += 3_600_000
    await applyDueChanges(team.system)
    const { state, reviews } = await readChange(publisher, { change })
    if (state !== 'applied') throw new FanionError('flag/read-by-build', { builds: reviews.map(({ body }) => body) })
  },
  promotion: async ({ key, document }) => {
    await put(key, document, 'development')
    const subjects = [{ kind: 'flag' as const, key }]
    const { entries } = await computePromotion(publisher, { from: 'development', to: 'production', subjects })
    const [entry] = entries
    // Safe cast: the entry of a flag has a flag document.
    return put(key, entry?.after as FlagDocument)
  },
  files: async (asked) => {
    const { base } = await headIn(publisher, asked.key)
    const entries = [{ ...entryOf(asked), environment: 'production', base }]
    return applyFiles(publisher, ApplyFilesInput.parse({ project, title: 'Files', message: 'm', entries }))
  },
}

describe('what a live build of a server key declares', () => {
  const cells = Object.keys(ways)
    .flatMap((way) => Object.keys(edits).map((finding) => [way, finding] as const))
    // a missing document cannot be promoted
    .filter(([way, finding]) => way !== 'promotion' || finding !== 'missing')

  it.each(cells)('holds back %s as the contract says: %s', async (way, finding) => {
    const key = await aHero()
    const from = (await headIn(ada, key)).document
    const document = edits[finding]?.(from) ?? null
    const declared = declares(key)
    const found = checkContract({ flags: [declared], attributes: ['plan'] }, document ? { [key]: document } : {})
    expect(found.map(({ kind }) => kind)).toEqual(
      finding === 'nothing' ? [] : finding === 'variant-gone' ? ['default-unknown'] : [finding],
    )
    await runs(declared)
    const harm = buildMismatchOf(declared, from, document)
    const asked = { key, document, from }
    if (harm === null || !blocksPublish(harm, true)) return void (await ways[way]?.(asked))
    expect((await refusalOf(ways[way]?.(asked) ?? Promise.resolve())).code).toBe('flag/read-by-build')
    expect((await headIn(ada, key)).document).toEqual(from)
  })

  it('is told, and refuses nothing, where the environment is not protected', async () => {
    const key = await aHero()
    await runs(declares(key), 'development')
    const { document } = await headIn(ada, key, 'development')
    await put(key, edits['variant-unknown']?.(document) ?? null, 'development')
    expect((await refusalOf(put(key, null, 'development'))).code).toBe('flag/read-by-build')
  })

  it('holds back turning on what serves something else than before, and never turning off', async () => {
    const key = await aHero()
    const { there, document } = await headIn(publisher, key)
    await put(key, { ...document, on: false, otherwise: { variant: 'wide' } })
    await runs(declares(key))
    const turn = async (on: boolean) =>
      switchFlag(there, { project, environment: 'production', flag: key, on, base: (await headIn(ada, key)).base })
    expect((await refusalOf(turn(true))).code).toBe('flag/read-by-build')
    await put(key, { ...document, offVariant: 'classic' })
    await runs(declares(key, { variants: ['compact'] }))
    await turn(false)
  })

  it('holds back a ramp that leads to what it does not declare', async () => {
    const key = await aHero()
    await runs(declares(key))
    const { there, base } = await headIn(publisher, key)
    const steps = [{ share: 10_000, hold: 'PT4H' }, { share: 100_000 }]
    const plan = { rule: null, to: 'wide', steps }
    const input = { project, environment: 'production', flag: key, base, plan, message: 'm' }
    const { number } = await proposeRamp(there, ProposeRampInput.parse(input))
    expect((await refusalOf(publishChange(publisher, { change: number }))).code).toBe('flag/read-by-build')
    expect((await readChange(publisher, { change: number })).state).toBe('draft')
  })

  it('holds back going back to what it never knew, and not to what it lived with', async () => {
    const key = await aHero()
    const { document } = await headIn(ada, key)
    const { number: wide } = await put(key, { ...document, otherwise: { variant: 'wide' } })
    const back = async (to: number) => {
      const { there, base } = await headIn(publisher, key)
      const subjects = [{ kind: 'flag' as const, key }]
      return restoreRevision(there, { to, base, subjects, message: '' })
    }
    clock += 1_000
    await runs(declares(key))
    clock += 1_000
    await put(key, document)
    // this build appeared while that document was served
    await back(wide)
    await put(key, document)
    clock += 1_000
    await runs(declares(key, { default: 'compact' }))
    expect((await refusalOf(back(wide))).code).toBe('flag/read-by-build')
  })

  it('is gone past by an admin with a reason, whichever way, and by nobody else', async () => {
    const past: Record<string, (asked: Asked, ctx: typeof ada) => Promise<unknown>> = {
      publish: ({ key, document }, ctx) =>
        headIn(ctx, key).then(({ there, base }) =>
          publish(there, { base, message: 'm', entries: [{ kind: 'flag', key, document }], despite }),
        ),
      change: async (asked, ctx) => publishChange(ctx, { change: (await aDraft(ctx, asked)).number, despite }),
      files: async (asked, ctx) => {
        const entries = [{ ...entryOf(asked), environment: 'production', base: (await headIn(ctx, asked.key)).base }]
        return applyFiles(ctx, ApplyFilesInput.parse({ project, title: 'Files', message: 'm', entries, despite }))
      },
    }
    for (const [way, go] of Object.entries(past)) {
      const key = await aHero()
      await runs(declares(key))
      const from = (await headIn(ada, key)).document
      const asked = { key, from, document: edits['variant-unknown']?.(from) ?? null }
      const refused = way === 'files' ? 'auth/forbidden' : (await refusalOf(go(asked, publisher))).code
      expect(refused).toBe('auth/forbidden')
      await go(asked, team.admin)
      const [event] = await db
        .selectFrom('event')
        .select('after')
        .where('projectId', '=', ada.project.id)
        .where('action', '=', 'revision.publish')
        .orderBy('sequence', 'desc')
        .limit(1)
        .execute()
      expect(event?.after).toMatchObject({ despiteBuilds: { reason: despite.reason, builds: [{ version: '2.4' }] } })
    }
  })
})
