import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aServedFlag, aTeam, publishPast, servesHalf, servesOff } from '../../../../tests/support/team.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { subjectHistory } from './subject-history.ts'

describe('the versions of a flag', async () => {
  const { db } = await testDatabase()
  const team = await aTeam(db, 0)
  const flag = await aServedFlag(team)
  const subject = { kind: 'flag' as const, key: flag }
  const here = () => inEnvironment(team.viewer, 'development')
  const publish = (edit: Parameters<typeof publishPast>[2], key = flag) => publishPast(team, key, edit, 'development')

  it('are its revisions, newest first, each with the document that it left', async () => {
    await publish(servesOff)
    await publish(servesHalf, await aServedFlag(team))
    await publish(servesHalf)
    const { versions: found } = await subjectHistory(await here(), { ...subject, limit: 2 })
    expect(found.map(({ document }) => document)).toMatchObject([
      { key: flag, otherwise: { split: {} } },
      { key: flag, otherwise: { variant: 'off' } },
    ])
  })

  it('come a page at a time, each page with what was before it', async () => {
    for (const edit of [servesOff, servesHalf, servesOff]) await publish(edit)
    const whole = await subjectHistory(await here(), { ...subject, limit: 100 })
    expect(whole).toMatchObject({ earlier: null, next: null })
    const first = await subjectHistory(await here(), { ...subject, limit: 2 })
    const rest = await subjectHistory(await here(), { ...subject, limit: 100, before: first.next ?? undefined })
    expect([...first.versions, ...rest.versions]).toEqual(whole.versions)
    expect(first.earlier).toEqual(rest.versions[0]?.document)
  })

  it('end with null where it was removed', async () => {
    const gone = await aServedFlag(team)
    await archiveFlag(team.ada, { flag: gone })
    const { versions: found } = await subjectHistory(await here(), { kind: 'flag', key: gone, limit: 1 })
    expect(found.map(({ document }) => document)).toEqual([null])
  })
})
