import { isEmptyPlan, planLines, planSummary, planTitle } from '../../../shared/files/plan-text.ts'
import { limits } from '../../../shared/limits.ts'
import type { AppliedFiles, ApplyFilesInput } from '../../../shared/schemas/file-changes.ts'
import { CliError } from '../cli-error.ts'
import type { Answer, Asked } from '../command.ts'
import { shownPath } from '../shown.ts'
import { jsonOf, makePlan, type Planned, refused } from './plan.ts'
import { askLong } from './project-state.ts'

/** Makes a project what the files say: one change over its environments, published, or waiting for who may. */
export async function applyCommand(asked: Asked): Promise<Answer> {
  const planned = await makePlan(asked)
  if (planned.problems.length > 0) return refused(planned)
  const { api, folder, project, plan, state } = planned
  if (isEmptyPlan(plan)) {
    return {
      text: `Nothing to apply: ${project} is as ${shownPath(folder)} says.`,
      json: { ...jsonOf(planned), applied: null },
    }
  }
  const input = inputOf(planned, asked.values.message)
  const applied = await askLong(asked.url, (options) => api.files.applyAll.mutate(input, options))
  const link = applied.change === null ? null : `${asked.url}/p/${project}/changes/${applied.change}`
  const text = [...planLines(plan, state), '', planSummary(plan, state), saying(applied, link)].join('\n')
  return { text, json: { ...jsonOf(planned), applied: { ...applied, link } } }
}

/** What is sent; refused where one request cannot carry it. */
function inputOf({ project, folder, plan, state }: Planned, message: string | undefined): ApplyFilesInput {
  const { flags, segments, edits } = plan
  const input: ApplyFilesInput = {
    project,
    title: planTitle(plan, state),
    message: message ?? `Applied the files of ${folder}`,
    flags: [...flags],
    segments: [...segments],
    edits: [...edits],
    entries: plan.entries.map(({ before: _before, ...entry }) => entry),
  }
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes <= limits.trpcBodyBytes) return input
  throw new CliError(
    `Nothing was applied: it is ${(bytes / 1024 / 1024).toFixed(1)} MiB of changes, and one change can have 1 MiB. Apply a folder of some of the files first, with --dir.`,
  )
}

const waits = {
  'in-review': 'waits for review',
  approved: 'is approved and waits for whoever may publish it',
}

function saying({ state, change, why, revisions }: AppliedFiles, link: string | null): string {
  if (state === 'none') return 'Applied.'
  if (state !== 'published') return `Change ${change} ${waits[state]}: ${link}\n${why ?? ''}`.trimEnd()
  const where = revisions.map(({ environment, number }) => `${environment} (revision ${number})`).join(', ')
  return `Published change ${change}${where ? ` to ${where}` : ''}: ${link}`
}
