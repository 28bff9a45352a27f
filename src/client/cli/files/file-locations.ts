import path from 'node:path'
import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput } from '../command.ts'
import { git, remoteOf } from '../git.ts'
import { repositoryName } from '../link-template.ts'
import type { PlannedFolder } from './planned-folder.ts'

type FileLocations = NonNullable<ApplyFilesInput['kept']>

/**
 * Repository, commit and file paths of the flags, as far as the project does not have them yet. Undefined if the folder
 * is not in a git repository and no option names one, or if nothing is new.
 */
export function newFileLocations(
  { values }: Pick<CommandInput, 'values'>,
  planned: PlannedFolder,
): FileLocations | undefined {
  const { folder, files, plan, state } = planned
  const place = placeOf(folder, values)
  if (place === undefined) return undefined
  const { repository, commit, prefix } = place
  const changed = new Set([...plan.entries.map(({ key }) => key), ...plan.edits.map(({ flag }) => flag)])
  const known = new Map(state.flags.map((fact) => [fact.key, fact.keptIn]))
  const here = files.flatMap(({ file, filed }) => {
    if (!('flag' in filed)) return []
    const at = prefix + path.relative(folder, file).split(path.sep).join('/')
    const before = known.get(filed.flag)
    const isKnown = before?.repository === repository && before.path === at && !changed.has(filed.flag)
    return isKnown ? [] : [{ flag: filed.flag, path: at }]
  })
  const gone = plan.besides.flags.flatMap((flag) => {
    const before = known.get(flag)
    return before?.repository === repository && before.path.startsWith(prefix) ? [{ flag, path: null }] : []
  })
  const paths = [...here, ...gone]
  return paths.length === 0 ? undefined : { repository, commit, paths }
}

function placeOf(folder: string, values: CommandInput['values']) {
  try {
    const remote = remoteOf(folder)
    const repository = values.repository ?? (remote === undefined ? undefined : repositoryName(remote))
    if (repository === undefined) return undefined
    const commit = values.commit ?? git(folder, 'rev-parse', 'HEAD').trim()
    return { repository, commit, prefix: git(folder, 'rev-parse', '--show-prefix').trim() }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const { repository, commit } = values
    return repository === undefined || commit === undefined ? undefined : { repository, commit, prefix: '' }
  }
}
