import type { AppliedFiles, ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { isEmptyPlan, planLines, planSummary } from '../../../shared/flag-files/plan-text.ts'
import { limits } from '../../../shared/limits.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { CliError, UsageError } from '../cli-error.ts'
import type { CommandInput, CommandOutput } from '../command.ts'
import { connect } from '../connect.ts'
import { shownPath } from '../shown.ts'
import { findToken } from '../source.ts'
import { applyInput } from './apply-input.ts'
import { jsonOf, makePlan, refused } from './plan.ts'
import { callForWholeProject, signInFirst } from './project-state.ts'
import { readPlan, refuseEdited } from './saved-plan.ts'
import { waitForChange } from './wait-for-change.ts'

/** What to send, to which project, and what to print about it. */
type Sending = {
  readonly api: ReturnType<typeof connect>
  readonly input: ApplyFilesInput
  readonly lines: readonly string[]
  readonly json: object
}

/**
 * Runs `fanion apply`: makes a project match the files or a saved plan. Creates one change across its environments, and
 * publishes it unless it requires approval.
 */
export async function applyCommand(asked: CommandInput): Promise<CommandOutput> {
  return asked.values.plan === undefined ? applyFolder(asked) : applyPlan(asked, asked.values.plan)
}

async function applyFolder(asked: CommandInput): Promise<CommandOutput> {
  const planned = await makePlan(asked)
  if (planned.problems.length > 0) return refused(planned)
  const { api, folder, project, plan, state, archive } = planned
  const input = applyInput(asked, planned)
  if (isEmptyPlan(plan, archive)) {
    // Recording where the flags are maintained changes no flag.
    if (input.kept)
      await callForWholeProject(asked.url, (options) => api.files.applyAll.mutate(bounded(input), options))
    const kept = input.kept === undefined ? '' : ` ${fileLocationsText(input.kept)}`
    return {
      text: `Nothing to apply: ${project} is as ${shownPath(folder)} says.${kept}`,
      json: { ...jsonOf(planned), applied: null },
    }
  }
  const lines = [...planLines(plan, state, archive), '', planSummary(plan, state, archive)]
  return send(asked, { api, input, lines, json: jsonOf(planned) })
}

/** Applies a saved plan exactly, or nothing: it also fails if one of its flags was published in the meantime. */
async function applyPlan(asked: CommandInput, file: string): Promise<CommandOutput> {
  const { url, values } = asked
  if (values.prune !== undefined) throw new UsageError('A plan contains what it archives: use --prune when you plan.')
  const token = findToken(asked)
  if (token === undefined) throw signInFirst(url)
  const kept = readPlan(file)
  const { project, lines } = kept
  if (values.project !== undefined && values.project !== project)
    throw new CliError(`${shownPath(file)} is a plan for ${project}, not for ${values.project}.`)
  const api = connect(url, token)
  const { flags } = await callForWholeProject(url, (options) => api.files.ground.query({ project }, options))
  refuseEdited(kept, flags)
  const message = values.message ?? kept.input.message
  return send(asked, { api, input: { ...kept.input, message, exact: true }, lines, json: { project, lines } })
}

async function send(asked: CommandInput, { api, input, lines, json }: Sending): Promise<CommandOutput> {
  const { url, values } = asked
  const applied = await callForWholeProject(url, (options) => api.files.applyAll.mutate(bounded(input), options))
  const link = applied.change === null ? null : `${url}/p/${input.project}/changes/${applied.change}`
  const text = [...lines, applyResultText(applied, link)].join('\n')
  const waits = applied.state === 'in-review' || applied.state === 'approved'
  if (values.wait === undefined || !waits || applied.change === null)
    return { text, json: { ...json, applied: { ...applied, link } } }
  asked.say(text)
  const state = await waitForChange(api, url, { project: input.project, change: applied.change })
  // The change is applied, so its flags can be archived now.
  const rest = { ...input, exact: false, flags: [], segments: [], edits: [], entries: [] }
  const archives = (input.archive?.length ?? 0) > 0
  if (archives) await callForWholeProject(url, (options) => api.files.applyAll.mutate(rest, options))
  return {
    text: `Change ${applied.change} is applied.`,
    json: { ...json, applied: { ...applied, state, link, archived: input.archive ?? [] } },
  }
}

/** Throws if the input exceeds the size limit of one request. */
function bounded(input: ApplyFilesInput): ApplyFilesInput {
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes <= limits.trpcBodyBytes) return input
  throw new CliError(
    `Nothing was applied: it is ${(bytes / 1024 / 1024).toFixed(1)} MiB of changes, and one change can have 1 MiB. Apply a folder of some of the files first, with --dir.`,
  )
}

const fileLocationsText = ({ repository, paths }: NonNullable<ApplyFilesInput['kept']>): string =>
  `${counted(paths.length, 'flag')} marked as kept in ${repository}.`

const changeStateSuffix = {
  'in-review': 'waits for review',
  approved: 'is approved and waits for someone who may publish it',
}

function applyResultText({ state, change, why, revisions, archived }: AppliedFiles, link: string | null): string {
  const gone = archived.length > 0 ? ` Archived ${archived.join(', ')}.` : ''
  if (state === 'none') return `Applied.${gone}`
  if (state !== 'published') return `Change ${change} ${changeStateSuffix[state]}: ${link}\n${why ?? ''}`.trimEnd()
  const where = revisions.map(({ environment, number }) => `${environment} (revision ${number})`).join(', ')
  return `Published change ${change}${where ? ` to ${where}` : ''}: ${link}${gone}`
}
