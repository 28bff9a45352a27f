import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { sameJson } from '../../../shared/datafile/same-json.ts'
import { ApplyFilesInput, FileBaseline } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { planLines } from '../../../shared/flag-files/plan-text.ts'
import { Json } from '../../../shared/schemas/keys.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput } from '../command.ts'
import { withFile } from '../file-error.ts'
import { shownPath } from '../shown.ts'
import { applyInput } from './apply-input.ts'
import type { PlannedFolder } from './planned-folder.ts'

const Fact = FileBaseline.shape.flags.element

/**
 * A saved plan: its printed lines, its API input, and the facts of the flags that it edits, as they were when it was
 * made.
 */
const SavedPlan = z.object({
  plan: z.literal(1),
  project: z.string(),
  lines: z.array(z.string()),
  input: ApplyFilesInput,
  were: z.array(Fact.omit({ keptIn: true, archived: true }).extend({ schema: Json.nullable() })),
})
export type SavedPlan = z.output<typeof SavedPlan>

const factOf = ({ keptIn: _kept, archived: _archived, ...fact }: PlannedFolder['state']['flags'][number]) => fact

/** Saves a plan, so that exactly this plan can be applied later. */
export function savePlan(file: string, asked: Pick<CommandInput, 'values'>, planned: PlannedFolder): void {
  const { project, plan, state, archive } = planned
  const edited = new Set(plan.edits.map(({ flag }) => flag))
  const kept = {
    plan: 1,
    project,
    lines: planLines(plan, state, archive),
    input: applyInput(asked, planned),
    were: state.flags.filter(({ key }) => edited.has(key)).map(factOf),
  }
  withFile(file, 'written', () => writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`))
}

export function readPlan(file: string): SavedPlan {
  const text = withFile(file, 'read', () => readFileSync(file, 'utf8'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const read = SavedPlan.safeParse(value)
  if (read.success) return read.data
  throw new CliError(`${shownPath(file)} isn’t a plan. Create one with: fanion plan --out ${shownPath(file)}`)
}

/** Throws if flags that the plan edits were edited since it was made. */
export function refuseEdited({ were }: SavedPlan, flags: readonly z.output<typeof Fact>[]): void {
  const now = new Map(flags.map((fact) => [fact.key, factOf(fact)]))
  const moved = were.filter((fact) => !sameJson(fact, now.get(fact.key) ?? null)).map(({ key }) => key)
  if (moved.length === 0) return
  throw new CliError(`Nothing was applied: ${moved.join(', ')} changed since the plan was made. Plan again.`)
}
