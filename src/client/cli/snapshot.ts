import { writeFileSync } from 'node:fs'
import { writeDatafile } from '../../shared/datafile/datafile-text.ts'
import { Datafile } from '../../shared/schemas/datafile.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandOutput } from './command.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { getByKey, type Source } from './read-declarations.ts'
import { shownPath } from './shown.ts'

/**
 * Runs `fanion snapshot`: saves an environment with the server’s signature for use without a network. An application
 * with `publicKeys` accepts the file as `offline`, and a relay can serve it.
 */
export async function snapshot(source: Source, path: string): Promise<CommandOutput> {
  if (!('key' in source)) throw new UsageError('A snapshot is read with a server key: --key fan_srv_…, or FANION_KEY.')
  const datafile = await getByKey(`${source.url}/sdk/v1/datafile?signed=1`, source.key, Datafile, source.revision)
  if (datafile.signature === undefined)
    throw new CliError(`${source.url} doesn’t sign datafiles. Update it, or what it is a relay of.`)
  withFile(path, 'written', () => {
    makeFolderOf(path)
    writeFileSync(path, `${writeDatafile(datafile)}`, { mode: 0o600 })
  })
  const { project, environment, revision } = datafile
  const file = shownPath(path)
  const flags = Object.keys(datafile.flags).length
  return {
    text: `Wrote revision ${revision} of ${project}, ${environment}, ${counted(flags, 'flag')}, signed, to ${file}.`,
    json: { file, project, environment, revision, flags },
  }
}
