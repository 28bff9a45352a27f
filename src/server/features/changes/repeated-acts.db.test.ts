import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aChangeIn, aTeam, inAnHour } from '../../../../tests/support/team.ts'
import type { ChangeState } from '../../../shared/features/changes/schemas/change.ts'
import { editChange } from './edit-change.ts'
import { bypassApprovals, publishChange } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { requestReview } from './request-review.ts'
import { requestChanges } from './review-change.ts'
import { scheduleChange } from './schedule-change.ts'
import { unscheduleChange } from './unschedule-change.ts'
import { withdrawChange } from './withdraw-change.ts'

const { db } = await testDatabase(4)
const team = await aTeam(db)

type Seen = { project: string; change: number; version?: number }
type Act = { readonly from: ChangeState; readonly run: (input: Seen) => Promise<unknown> }
const acts: Record<string, Act> = {
  requestReview: { from: 'draft', run: (input) => requestReview(team.editor, input) },
  publish: { from: 'approved', run: (input) => publishChange(team.publisher, input) },
  schedule: {
    from: 'approved',
    run: (input) => scheduleChange(team.publisher, { ...input, at: inAnHour(new Date()), zone: 'UTC' }),
  },
  unschedule: { from: 'scheduled', run: (input) => unscheduleChange(team.publisher, input) },
  withdraw: { from: 'in-review', run: (input) => withdrawChange(team.editor, input) },
  requestChanges: {
    from: 'in-review',
    run: (input) => requestChanges(team.publisher, { ...input, body: 'Smaller' }),
  },
  bypass: {
    from: 'in-review',
    run: (input) => bypassApprovals(team.ada, { ...input, reason: 'It burns' }),
  },
}

describe('an act on a change that is repeated, as by a double click', () => {
  it.each(Object.entries(acts))('%s is refused', async (_, { from, run }) => {
    const { change } = await aChangeIn(team, from)
    const input = { project: team.key, change }
    await run(input)
    const after = await readChange(team.ada, { change })
    expect(await refusalOf(run(input))).toMatchObject({ code: 'change/wrong-state' })
    expect(await readChange(team.ada, { change })).toEqual(after)
  })
})

describe('an act on a change that names the version its author saw', () => {
  it.each(['requestReview', 'publish', 'schedule', 'bypass'])(
    '%s is refused if the change was edited',
    async (name) => {
      const act = acts[name]
      if (act === undefined) throw new Error(`${name} is not in the table`)
      const { change } = await aChangeIn(team, act.from)
      const { version } = await readChange(team.ada, { change })
      // editing only the title keeps the approvals, so that the action stays possible
      await editChange(team.editor, { project: team.key, change, version, title: 'Another title' })
      const { state } = await readChange(team.ada, { change })
      expect(await refusalOf(act.run({ project: team.key, change, version }))).toMatchObject({
        code: state === act.from ? 'change/edited' : 'change/wrong-state',
      })
      expect(await readChange(team.ada, { change })).toMatchObject({ state, version: version + 1 })
    },
  )
})
