import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { draws } from '../../../../tests/support/seed.ts'
import { aTeam, headIn } from '../../../../tests/support/team.ts'
import type { BuildDeclaration, DeclaredFlag } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { createFlag } from '../flags/create-flag.ts'
import { removeFlag } from '../flags/remove-flag.ts'
import { publish } from '../publishing/publish.ts'
import { dismissUnknown } from './dismiss-unknown.ts'
import { buildsOfFlag, listBuilds, listUnknownFlags } from './list-builds.ts'
import { markBuildSeen } from './mark-build-seen.ts'
import { deleteBuildsBefore, findBuild, upsertStreamCounts } from './queries.ts'
import { recordBuild } from './record-build.ts'

const { db } = await testDatabase()
const flag = (key: string, more: Partial<DeclaredFlag> = {}): DeclaredFlag => ({
  ...{ key, type: 'boolean', variants: null, default: false },
  ...more,
})
const shop = (version: string, ...flags: DeclaredFlag[]): BuildDeclaration => ({
  name: 'shop-web',
  version,
  runtime: '@fanion/sdk/node',
  flags,
})
const minute = 60_000
const all = async (ctx: ProjectCtx) => (await listBuilds(ctx, { limit: 100 })).builds

type Where = { environment?: string; kind?: 'server' | 'client'; ago?: number }
const runs = async (
  ctx: ProjectCtx,
  build: BuildDeclaration,
  { environment = 'development', kind = 'server', ago = 0 }: Where = {},
) => {
  const { id } = (await inEnvironment(ctx, environment)).environment
  const receipt = await recordBuild(ctx.db, new Date(ctx.now().getTime() - ago), { environmentId: id, kind }, build)
  return { ...receipt, environmentId: id, kind }
}

describe('a build', () => {
  it('is kept once, told what does not fit, and shown with the flags it reads', async () => {
    const { ada } = await aTeam(db, 0)
    await aLiveFlag(ada, 'checkout')
    const build = shop('1', flag('checkout'), flag('gone'))
    const { findings, digest, environmentId } = await runs(ada, build)
    expect(findings).toMatchObject([{ kind: 'missing', flag: 'gone' }])
    // the order of fields does not matter
    const { name, ...rest } = build
    expect((await runs(ada, { ...rest, name })).digest).toBe(digest)
    await upsertStreamCounts(db, ada.newId(), ada.now(), [{ environmentId, kind: 'server', digest, programs: 3 }])
    await upsertStreamCounts(db, ada.newId(), ada.now(), [{ environmentId, kind: 'server', digest, programs: 2 }])
    expect(await all(ada)).toMatchObject([
      {
        environment: 'development',
        name: 'shop-web',
        version: '1',
        live: true,
        programs: 5,
        findings: [{ flag: 'gone' }],
      },
    ])
    expect(await buildsOfFlag(ada, { flag: 'checkout' })).toMatchObject([{ flags: [{ key: 'checkout' }] }])
  })

  it('is live for a day, old then, and forgotten after three months', async () => {
    const { ada } = await aTeam(db, 0)
    const old = await runs(ada, shop('1'), { ago: limits.buildLiveMs + minute })
    await runs(ada, shop('2'), { ago: limits.buildLiveMs - minute })
    const live = async () => (await all(ada)).map(({ version, live: isLive }) => [version, isLive])
    expect(await live()).toEqual([
      ['2', true],
      ['1', false],
    ])
    expect(await markBuildSeen(db, old, ada.now())).toBe(true)
    expect(await live()).toEqual([
      ['2', true],
      ['1', true],
    ])
    expect(await markBuildSeen(db, { ...old, digest: 'f'.repeat(64) }, ada.now())).toBe(false)
    await deleteBuildsBefore(db, new Date(ada.now().getTime() - minute))
    expect(await live()).toEqual([['1', true]])
  })

  it('of a browser takes no place of a server’s, and there are only so many', async () => {
    const { ada } = await aTeam(db, 0)
    const first = await runs(ada, shop('0'), { ago: minute })
    for (let at = 1; at <= limits.clientBuildsPerEnvironment + 1; at += 1)
      await runs(ada, shop(String(at)), { kind: 'client', ago: minute - at })
    const found = await all(ada)
    expect(found.filter(({ kind }) => kind === 'client')).toHaveLength(limits.clientBuildsPerEnvironment)
    expect(await findBuild(db, first)).toBeDefined()
  })

  it('is listed a page at a time, of one environment or all, live or old, each once', async () => {
    const { ada } = await aTeam(db, 0)
    for (const version of ['1', '2', '3', '4', '5'])
      await runs(ada, shop(version), { ago: version === '2' ? limits.buildLiveMs + minute : 0 })
    await runs(ada, shop('6'), { environment: 'production' })
    const pages = async (asked: object) => {
      const seen: string[] = []
      let cursor: number | null = null
      do {
        const page = await listBuilds(ada, { limit: 2, cursor, ...asked })
        seen.push(...page.builds.map(({ version }) => version))
        cursor = page.next
        // builds seen during paging keep their position
        await runs(ada, shop('5'))
      } while (cursor !== null)
      return seen
    }
    expect(await pages({})).toEqual(['6', '5', '4', '3', '2', '1'])
    expect(await pages({ environment: 'development', live: true })).toEqual(['5', '4', '3', '1'])
    expect(await pages({ live: false })).toEqual(['2'])
    const { totals } = await listBuilds(ada, { environment: 'development', limit: 1 })
    expect(totals).toEqual({ live: 4, old: 1 })
  })

  it('asks for nothing that a person dismissed, for them alone, and of what nobody asks for nothing is noted', async () => {
    const { ada, editor } = await aTeam(db, 0)
    await runs(ada, shop('1', flag('pay'), flag('other')))
    const keys = async (ctx: ProjectCtx) => (await listUnknownFlags(ctx)).map(({ declared }) => declared.key)
    const input = { project: ada.project.key, flag: 'pay' }
    await dismissUnknown(ada, { ...input, dismissed: true })
    await dismissUnknown(ada, { ...input, flag: 'made-up', dismissed: true })
    expect([await keys(ada), await keys(editor)]).toEqual([['other'], ['other', 'pay']])
    const kept = await db
      .selectFrom('unknownFlagDismissed')
      .select('flag')
      .where('projectId', '=', ada.project.id)
      .execute()
    expect(kept).toEqual([{ flag: 'pay' }])
    await dismissUnknown(ada, { ...input, dismissed: false })
    expect(await keys(ada)).toEqual(['other', 'pay'])
  })

  it('asks for flags that the project lacks, as those of server keys declare them', async () => {
    const { ada } = await aTeam(db, 0)
    await aLiveFlag(ada, 'here')
    const pay = flag('express-pay-2', { type: 'string', variants: ['a', 'b'], default: 'a' })
    await runs(ada, shop('1', flag('here'), pay))
    await runs(ada, shop('2', flag('made-up')), { kind: 'client' })
    await runs(ada, shop('3', flag('past')), { ago: limits.buildLiveMs + minute })
    expect(await listUnknownFlags(ada)).toEqual([
      { declared: pay, builds: [{ environment: 'development', name: 'shop-web', version: '1' }], more: 0 },
    ])
  })
})

describe('what a live build reads', () => {
  it('is not archived or deleted, unless an admin says why, which is recorded', async () => {
    const team = await aTeam(db, 0)
    await aLiveFlag(team.ada, 'checkout')
    await runs(team.ada, shop('2.4', flag('checkout')))
    await runs(team.ada, shop('9', flag('checkout')), { kind: 'client' })
    await runs(team.ada, shop('1', flag('checkout')), { ago: limits.buildLiveMs + minute })
    const refusal = await refusalOf(archiveFlag(team.publisher, { flag: 'checkout' }))
    expect(refusal).toMatchObject({
      code: 'flag/read-by-build',
      details: {
        mayOverrule: false,
        builds: [{ environment: 'development', name: 'shop-web', version: '2.4', programs: 0, harm: { kind: 'gone' } }],
      },
    })
    expect((refusal.details['builds'] as unknown[]).length).toBe(1)
    const despite = { reason: 'It is answered by its default' }
    expect((await refusalOf(archiveFlag(team.publisher, { flag: 'checkout', despite }))).code).toBe('auth/forbidden')
    await archiveFlag(team.admin, { flag: 'checkout', despite })
    const asked = { flag: 'checkout', confirm: 'checkout' }
    expect((await refusalOf(removeFlag(team.admin, asked))).code).toBe('flag/read-by-build')
    await removeFlag(team.admin, { ...asked, despite })
    const events = await db
      .selectFrom('event')
      .select(['action', 'after'])
      .where('projectId', '=', team.ada.project.id)
      .where('action', 'in', ['flag.delete', 'revision.publish'])
      .execute()
    const told = events.filter(({ after }) => JSON.stringify(after ?? '').includes(despite.reason))
    expect(new Set(told.map(({ action }) => action))).toEqual(new Set(['flag.delete', 'revision.publish']))
  })

  it('loses no variant, and is served none it does not know where the environment is protected', async () => {
    const team = await aTeam(db, 0)
    const variants = ['classic', 'compact', 'wide'].map((key) => ({ key, value: key }))
    await createFlag(team.ada, {
      ...{
        project: team.key,
        key: 'hero',
        name: 'hero',
        description: '',
        type: 'string' as const,
        tags: [],
        permanence: 'temporary' as const,
      },
      ...{ variants, onIn: ['development', 'production'], visibleToClients: false },
    } as unknown as Parameters<typeof createFlag>[1])
    const hero = flag('hero', { type: 'string', variants: ['classic', 'wide'], default: 'classic' })
    for (const environment of ['development', 'production']) await runs(team.ada, shop('2.4', hero), { environment })
    const put = async (ctx: ProjectCtx, environment: string, serve: string, more: object = {}, without?: string) => {
      const { there, base, document } = await headIn(ctx, 'hero', environment)
      const kept = Object.fromEntries(Object.entries(document.variants).filter(([key]) => key !== without))
      const changed = { ...document, on: true, offVariant: 'classic', variants: kept, otherwise: { variant: serve } }
      return publish(there, {
        base,
        message: 'm',
        entries: [{ kind: 'flag', key: 'hero', document: changed }],
        ...more,
      })
    }
    await put(team.publisher, 'development', 'compact')
    await put(team.publisher, 'production', 'classic')
    const unknown = await refusalOf(put(team.publisher, 'production', 'compact'))
    expect(unknown.details).toMatchObject({ builds: [{ harm: { kind: 'variant-unknown', values: ['compact'] } }] })
    await put(team.admin, 'production', 'compact', { despite: { reason: 'shop-web falls back' } })
    const gone = await refusalOf(put(team.publisher, 'development', 'compact', {}, 'wide'))
    expect(gone.details).toMatchObject({ builds: [{ harm: { kind: 'variant-gone', values: ['wide'] } }] })
  })

  it('is seen when the build appears while its flag is archived, or the build is told: never neither', async () => {
    const team = await aTeam(db, 0)
    const rounds = draws(12)
    const ended: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const key = `flag-${round}`
      await aLiveFlag(team.ada, key)
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const [archived, told] = await Promise.all([
        wait(round % 3)
          .then(() => archiveFlag(team.ada, { flag: key }))
          .then(
            () => true,
            () => false,
          ),
        wait(round % 4).then(() => runs(team.ada, shop(`1.${round}`, flag(key)))),
      ])
      const isTold = told.findings.some(({ kind }) => kind === 'missing')
      // Archived without a warning, the build would read a missing flag. Warned without an archive, the warning was
      // wrong.
      expect([round, archived]).toEqual([round, isTold])
      ended.push(archived ? 'archived' : 'refused')
    }
    expect(ended).toHaveLength(rounds)
  })
})
