import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { join } from '../../../../tests/support/people.ts'
import { aChange, aServedFlag, aTeam, headIn, servesHalf, servesOff } from '../../../../tests/support/team.ts'
import { SaveDraftInput } from '../../../shared/features/drafts/schemas/draft.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { discardDrafts } from '../drafts/discard-drafts.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { saveDraft } from '../drafts/save-draft.ts'
import { listChanges } from './list-changes.ts'
import { saveChange } from './save-change.ts'
import { withdrawChange } from './withdraw-change.ts'

describe('a saved change', async () => {
  const { db } = await testDatabase(10)
  const team = await aTeam(db)
  const flag = await aServedFlag(team)
  const { base, document } = await headIn(team.editor, flag)
  const entry = { environment: 'production', kind: 'flag', key: flag, base, document: servesOff(document) } as const
  const input = { project: team.key, title: 'Less', message: '', entries: [entry] }

  it('has the next number of its project, whoever saves at the same time', async () => {
    const saved = await Promise.all(Array.from({ length: 6 }, () => saveChange(team.editor, input)))
    const numbers = saved.map((change) => change.number).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
  })

  it('shows what it would change, from the revision it is based on', async () => {
    const [shown] = (await saveChange(team.editor, input)).entries
    expect(shown).toMatchObject({ before: document, document: servesOff(document), base })
  })

  it.each([
    ['an environment that is not there', { ...entry, environment: 'moon' }, 'environment/not-found', 'environment'],
    ['a base that is not there yet', { ...entry, base: 9_999 }, 'request/invalid', 'base'],
  ])('is refused with %s', async (_, wrong, code, path) => {
    const refused = saveChange(team.editor, { ...input, entries: [wrong] })
    await expect(refused).rejects.toMatchObject({ code, details: { problems: [{ path: `entries[0].${path}` }] } })
  })

  it('is refused with two entries of one flag in one environment', async () => {
    await expect(saveChange(team.editor, { ...input, entries: [entry, entry] })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'entries[1].key' }] },
    })
  })

  it('is refused about an environment where the author is only a viewer', async () => {
    const { actor } = team.stranger
    await join(db, actor, team.key, 'editor', ['development'])
    const limited = { ...team.stranger, project: await proveProject(db, actor, team.key) }
    await expect(saveChange(limited, input)).rejects.toMatchObject({ code: 'auth/forbidden' })
  })

  it('is listed by author, state, and flag, newest first, a page at a time', async () => {
    const other = await aServedFlag(team)
    const numbers = []
    for (const edit of [servesOff, servesHalf, servesOff])
      numbers.unshift((await aChange(team.publisher, other, edit)).number)
    const [newest, middle, oldest] = numbers
    await withdrawChange(team.publisher, { change: middle ?? 0 })
    const filter = { project: team.key, author: 'me' as const, states: ['draft' as const], key: other }
    const first = await listChanges(team.publisher, { ...filter, limit: 1 })
    expect(first.changes).toMatchObject([{ number: newest, places: [{ environment: 'production', key: other }] }])
    const rest = await listChanges(team.publisher, { ...filter, limit: 5, before: first.next ?? 0 })
    expect(rest).toMatchObject({ changes: [{ number: oldest }], next: null })
    expect((await listChanges(team.editor, { ...filter, limit: 5 })).changes).toEqual([])
  })
})

describe('a draft', async () => {
  const { db } = await testDatabase()
  const team = await aTeam(db)
  const flag = await aServedFlag(team)
  const { base, document } = await headIn(team.editor, flag)
  const entry = { environment: 'production', kind: 'flag', key: flag, base, document: servesOff(document) } as const
  const places = [{ environment: 'production', kind: 'flag', key: flag } as const]

  it('is kept as it is typed, for its writer alone', async () => {
    await saveDraft(team.editor, { project: team.key, entry })
    await saveDraft(team.editor, { project: team.key, entry: { ...entry, document: servesHalf(document) } })
    expect(await listDrafts(team.editor)).toMatchObject([{ key: flag, document: servesHalf(document), base }])
    expect(await listDrafts(team.publisher)).toEqual([])
  })

  it('is listed with what it started from', async () => {
    await saveDraft(team.editor, { project: team.key, entry })
    expect(await listDrafts(team.editor)).toMatchObject([{ key: flag, base, before: document }])
  })

  it('may lack what a publish needs: the names of attributes and segments', async () => {
    const when = { all: [{ attribute: '', operator: 'is', values: [] }, { segment: '' }] }
    const rule = { id: 'r1', when, serve: { variant: 'on' } }
    const unfinished = { ...document, rules: [rule] }
    const input = { project: team.key, entry: { ...entry, document: unfinished } }
    expect(SaveDraftInput.safeParse(input).success).toBe(true)
    expect(
      SaveDraftInput.safeParse({ ...input, entry: { ...entry, document: { ...document, rules: 1 } } }).success,
    ).toBe(false)
  })

  it('goes when its writer throws it away', async () => {
    await saveDraft(team.editor, { project: team.key, entry })
    expect(await discardDrafts(team.editor, { places })).toEqual([])
  })

  it('goes into the change that its writer saves', async () => {
    await saveDraft(team.editor, { project: team.key, entry })
    await saveDraft(team.publisher, { project: team.key, entry })
    await saveChange(team.editor, { project: team.key, title: 'Less', message: '', entries: [entry] })
    expect(await listDrafts(team.editor)).toEqual([])
    expect(await listDrafts(team.publisher)).toHaveLength(1)
  })

  it('changes nothing for anybody else', async () => {
    const before = await headIn(team.ada, flag)
    await saveDraft(team.editor, { project: team.key, entry })
    expect(await headIn(team.ada, flag)).toMatchObject({ base: before.base, document: before.document })
  })
})
