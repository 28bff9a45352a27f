import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { planTitle } from '../../../shared/flag-files/plan-text.ts'
import type { CommandInput } from '../command.ts'
import { newFileLocations } from './file-locations.ts'
import type { PlannedFolder } from './planned-folder.ts'

/** Builds the API input that applies a plan. */
export function applyInput(asked: Pick<CommandInput, 'values'>, planned: PlannedFolder): ApplyFilesInput {
  const { project, folder, plan, state, archive } = planned
  const { flags, segments, edits } = plan
  const kept = newFileLocations(asked, planned)
  return {
    project,
    title: planTitle(plan, state, archive),
    message: asked.values.message ?? `Applied the files of ${folder}`,
    flags: [...flags],
    segments: [...segments],
    edits: [...edits],
    entries: plan.entries.map(({ before: _before, ...entry }) => entry),
    archive: [...archive],
    ...(kept && { kept }),
  }
}
