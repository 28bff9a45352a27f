import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { exported } from '../../../shared/flag-files/export.ts'
import { planFiles } from '../../../shared/flag-files/plan.ts'
import { isEmptyPlan, planLines, planSummary } from '../../../shared/flag-files/plan-text.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput, CommandOutput } from '../command.ts'
import { shownPath } from '../shown.ts'
import { contentByExportedText, placed, problemLine, readFolder, usualFolder } from './folder.ts'
import type { PlannedFolder } from './planned-folder.ts'
import { readProject } from './project-state.ts'
import { savePlan } from './saved-plan.ts'

/** Reads the files and the project and compares them. Writes nothing. */
export async function makePlan(asked: CommandInput): Promise<PlannedFolder> {
  const folder = asked.values.dir ?? usualFolder
  if (!existsSync(folder))
    throw new CliError(`${shownPath(folder)} doesn’t exist. Create it with: fanion export --dir ${shownPath(folder)}`)
  const read = await readProject(asked)
  const there = readFolder(folder, contentByExportedText(exported(read.state)))
  if (there.files.length + there.problems.length === 0)
    throw new CliError(`${shownPath(folder)} has no .yaml, .yml or .json file.`)
  const { attributes } = read
  // With the colon that follows it, the salt fills four whole blocks of the hash.
  const newSalt = () => randomBytes(12).toString('base64url').slice(0, 15)
  const plan = planFiles(there.files, read.state, { attributes, newSalt })
  const problems = [...there.problems, ...placed(plan.problems, there)]
  const archive = asked.values.prune === undefined ? [] : plan.besides.flags
  return { ...read, folder, files: there.files, plan, archive, problems }
}

/** The result for files that cannot be applied, with their problems. */
export function refused({ folder, project, problems }: PlannedFolder): CommandOutput {
  const text = `${shownPath(folder)} can’t be applied:\n\n${problems.map(problemLine).join('\n')}`
  return { text, json: { folder, project, problems }, exit: 1 }
}

/**
 * Runs `fanion plan`: prints what applying the files would change. Exit code 0: nothing; 2: something; 1: the files
 * cannot be applied.
 */
export async function planCommand(asked: CommandInput): Promise<CommandOutput> {
  const planned = await makePlan(asked)
  if (planned.problems.length > 0) return refused(planned)
  const { folder, project, plan, state, files, archive } = planned
  const stays = plan.besides.segments.length + plan.besides.flags.length - archive.length
  const besides =
    stays === 0
      ? []
      : [
          `${counted(stays, 'flag or segment is', 'flags and segments are')} in ${project} and in no file: they stay as they are.`,
        ]
  const isEmpty = isEmptyPlan(plan, archive)
  const json = { ...jsonOf(planned), changes: !isEmpty }
  const { out } = asked.values
  if (out !== undefined) savePlan(out, asked, planned)
  if (isEmpty) {
    const text = [`${project} is as ${shownPath(folder)} says (${counted(files.length, 'file')}).`, ...besides].join(
      '\n',
    )
    return { text, json }
  }
  const way =
    out === undefined ? `--dir ${shownPath(folder)}${archive.length > 0 ? ' --prune' : ''}` : `--plan ${shownPath(out)}`
  const text = [
    ...planLines(plan, state, archive),
    '',
    `${planSummary(plan, state, archive)} Publish it with: fanion apply ${way}`,
    ...besides,
  ].join('\n')
  return { text, json, exit: 2 }
}

export const jsonOf = ({ folder, project, plan, state, archive }: PlannedFolder) => {
  const { flags, segments, edits, entries, besides } = plan
  return { folder, project, lines: planLines(plan, state, archive), flags, segments, edits, entries, archive, besides }
}
