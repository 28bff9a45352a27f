import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FlagFileContent } from '../../../shared/features/flag-files/schemas/filed.ts'
import { fileNameOf, haveSameMeaning } from '../../../shared/flag-files/documents.ts'
import { exported } from '../../../shared/flag-files/export.ts'
import { printFiled } from '../../../shared/flag-files/print.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput, CommandOutput } from '../command.ts'
import { makeFolderOf, withFile } from '../file-error.ts'
import { shownPath, withoutKeys } from '../shown.ts'
import { contentByExportedText, problemLine, readFolder, usualFolder } from './folder.ts'
import { readProject } from './project-state.ts'

const placeOf = (filed: FlagFileContent): string =>
  'flag' in filed ? `flag ${filed.flag}` : `segment ${filed.segment}`

/**
 * Writes every flag and segment of a project to its own file. A file that already matches keeps its comments, and a
 * file that was moved keeps its place; nothing is deleted. Writes nothing if an existing file cannot be read, or if a
 * flag contains a key of a Fanion server.
 */
export async function exportFiles(asked: CommandInput): Promise<CommandOutput> {
  const folder = asked.values.dir ?? usualFolder
  const { project, state } = await readProject(asked)
  const wanted = exported(state).map((filed) => ({ filed, text: printFiled(filed) }))
  for (const { filed, text } of wanted) refuseSecrets(filed, text)
  const there = readFolder(folder, contentByExportedText(wanted.map(({ filed }) => filed)))
  if (there.problems.length > 0)
    throw new CliError(
      `Nothing was written, because files in ${shownPath(folder)} can’t be read:\n\n${there.problems.map(problemLine).join('\n')}`,
    )
  const before = new Map(there.files.map((one) => [placeOf(one.filed), one]))
  const written: string[] = []
  for (const { filed, text } of wanted) {
    const was = before.get(placeOf(filed))
    if (was && haveSameMeaning(was.filed, filed)) continue
    const file = was?.file ?? path.join(folder, fileNameOf(filed))
    withFile(file, 'written', () => {
      makeFolderOf(file)
      writeFileSync(file, text)
    })
    written.push(file)
  }
  const places = new Set(wanted.map(({ filed }) => placeOf(filed)))
  const stray = there.files.flatMap(({ file, filed }) => (places.has(placeOf(filed)) ? [] : [file]))
  const all = counted(wanted.length, 'file')
  const text = [
    written.length === 0
      ? `${shownPath(folder)} is up to date (${all}).`
      : `Wrote ${written.length} of ${all} of ${project} to ${shownPath(folder)}.`,
    ...stray.map(
      (file) =>
        `${shownPath(file)} is about what ${project} doesn’t have. Delete it, or create that with: fanion apply`,
    ),
  ].join('\n')
  return { text, json: { folder, project, files: wanted.length, written, stray } }
}

/** Files are committed to repositories, where a key would be exposed. */
function refuseSecrets(filed: FlagFileContent, text: string): void {
  if (withoutKeys(text) === text || !/fan_[a-z]{2,}_[\w-]{8,}/i.test(text)) return
  throw new CliError(
    `Nothing was written, because ${placeOf(filed)} contains a key of a Fanion server. Remove it there, and revoke it.`,
  )
}
