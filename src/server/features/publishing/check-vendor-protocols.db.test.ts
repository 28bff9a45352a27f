import { beforeEach, describe, expect, it } from 'vitest'
import { split } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aTeam, type Team } from '../../../../tests/support/team.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { editProject } from '../projects/edit-project.ts'
import { upsertReaderFormat } from '../usage/reader-queries.ts'
import { headNumberOf } from './history-queries.ts'
import { publish } from './publish.ts'
import { headsOf } from './queries.ts'
import { restoreRevision } from './restore-revision.ts'

const environment = 'development'
let team: Team
let flag = 0
let key = ''

/** The environment and project with their current settings. */
const there = async () => {
  const { ada } = team
  return inEnvironment({ ...ada, project: await proveProject(ada.db, ada.actor, team.key) }, environment)
}
const protectedBy = async (protectReaders: boolean) => editProject(await there(), { project: team.key, protectReaders })
const reads = async (format: string, ago = 0) => {
  const ctx = await there()
  await upsertReaderFormat(ctx.db, ctx.environment.id, format, new Date(ctx.now().getTime() - ago))
}
const put = async (edit: (document: FlagDocument) => FlagDocument) => {
  const ctx = await there()
  const base = await headNumberOf(ctx.db, ctx.environment)
  const [head] = await headsOf(ctx.db, ctx.environment, [{ kind: 'flag', key }])
  // Safe cast: the flag exists there.
  const document = edit(head?.document as FlagDocument)
  return publish(ctx, { base, message: '', entries: [{ kind: 'flag', key, document }] })
}
/** A split with Fanion's own hash, which SDKs of other systems cannot compute. */
const divided = (document: FlagDocument): FlagDocument => ({
  ...document,
  otherwise: split({ on: 50_000, off: 50_000 }),
})

beforeEach(async () => {
  team = await aTeam((await testDatabase()).db, 0)
  flag += 1
  key = `flag-${flag}`
  await aLiveFlag(team.ada, key)
  await put((document) => ({ ...document, on: true, offVariant: 'off', rules: [], otherwise: { variant: 'on' } }))
})

describe('a project that protects the SDKs of other systems', () => {
  it('holds back what those that read the environment would lose, and says what and why', async () => {
    await reads('launchdarkly')
    await protectedBy(true)
    expect(await refusalOf(put(divided))).toMatchObject({
      code: 'reading/would-be-lost',
      details: {
        problems: [
          {
            path: `flag ${key}`,
            problem: `LaunchDarkly SDKs would no longer get ${key}: its split uses a hash these SDKs don’t compute.`,
            expected: expect.stringContaining('OFREP'),
          },
        ],
      },
    })
    // values that they can read are accepted
    await put((document) => ({ ...document, otherwise: { variant: 'off' } }))
    await protectedBy(false)
    await put(divided)
  })

  it('holds nothing back where nobody reads, not lately, or only answers', async () => {
    await reads('unleash', limits.readerKeptMs + 60_000)
    await reads('launchdarkly-client')
    await protectedBy(true)
    expect(await put(divided)).toMatchObject({ subjects: [{ key }] })
  })

  it('lets what is lost already be edited, turning off, the way back, and what removes the flag for everybody', async () => {
    await protectedBy(true)
    await put(divided)
    await reads('flagd')
    await put((document) => ({ ...document, otherwise: split({ on: 60_000, off: 40_000 }) }))
    await put((document) => ({ ...document, otherwise: { variant: 'on' } }))
    expect((await refusalOf(put(divided))).code).toBe('reading/would-be-lost')
    await put((document) => ({ ...document, on: false }))
    const ctx = await there()
    const base = await headNumberOf(ctx.db, ctx.environment)
    // restores the split of two revisions ago
    await restoreRevision(ctx, { to: base - 2, base, message: '' })
    const next = await headNumberOf(ctx.db, ctx.environment)
    await publish(await there(), { base: next, message: '', entries: [{ kind: 'flag', key, document: null }] })
  })
})
