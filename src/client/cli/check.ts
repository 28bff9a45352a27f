import { existsSync, readFileSync } from 'node:fs'
import { readModule } from '../../shared/codegen/read-module.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { checkEverywhere, type PlacedFinding } from './check-everywhere.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandOutput } from './command.ts'
import { callWithTimeout, connect } from './connect.ts'
import { withFile } from './file-error.ts'
import { projectOf, readDeclarations, type Source } from './read-declarations.ts'
import { shownPath } from './shown.ts'

/**
 * Finds flags in a declarations file that the server contradicts. Runs in the CI of projects that use flags, so that a
 * flag that was deleted or changed while code still reads it fails the build. With a token and no named environment, it
 * checks all environments of the project.
 */
export async function check(source: Source, path: string, annotate: boolean): Promise<CommandOutput> {
  const file = shownPath(path)
  if (!existsSync(path)) throw new CliError(`${file} doesn’t exist. Create it with: fanion pull --out ${file}`)
  const local = read(path)
  const { project, datafiles, attributes } = await environmentsOf(source)
  const findings = checkEverywhere(local, datafiles, attributes)
  const environments = datafiles.map(({ environment }) => environment)
  const [only = null, ...others] = environments
  const json = {
    file,
    project,
    environment: others.length === 0 ? only : null,
    environments,
    flags: local.flags.length,
    findings,
  }
  const where = others.length === 0 ? '' : `, ${counted(environments.length, 'environment')}`
  if (findings.length === 0)
    return { text: `${file} matches the server (${counted(local.flags.length, 'flag')}${where}).`, json }
  const said = findings.map((one) => `  ${one.sentence}${placesOf(one, environments)}`)
  const text = [
    `${file} doesn’t match ${project}:\n\n${said.join('\n')}\n`,
    adviceOn(findings, file),
    ...(annotate ? findings.map((one) => annotation(file, one, placesOf(one, environments))) : []),
  ].join('\n')
  return { text, json, found: true }
}

const adviceOn = (findings: readonly PlacedFinding[], file: string): string =>
  findings.some(({ kind }) => kind !== 'attribute-missing' && kind !== 'variant-unknown' && kind !== 'default-unknown')
    ? `Update it with: fanion pull --out ${file}   The compiler then shows which code needs to change.`
    : `Change the flag or its rules, or declare here what they need: fanion pull --out ${file}`

/** The environments of a finding as a suffix; empty if it applies to all of them. */
const placesOf = ({ environments }: PlacedFinding, all: readonly string[]): string =>
  environments.length === all.length ? '' : ` (${environments.join(', ')})`

/** A workflow command that makes GitHub show the finding at its line in the file. */
const annotation = (file: string, { line, subject, sentence }: PlacedFinding, places: string): string => {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::error file=${property(file)},line=${line},title=${property(`Fanion: ${subject}`)}::${data(sentence + places)}`
}

/** The environments to check: the key’s, the named one, or all. */
async function environmentsOf(source: Source) {
  if ('key' in source || source.environment !== undefined) {
    const { datafile, attributes } = await readDeclarations(source)
    return { project: datafile.project, datafiles: [datafile], attributes }
  }
  const project = await projectOf(source)
  const api = connect(source.url, source.token)
  const [list, attributes] = await Promise.all([
    callWithTimeout(source.url, (options) => api.environments.list.query({ project }, options)),
    callWithTimeout(source.url, (options) => api.attributes.list.query({ project }, options)),
  ])
  const datafiles = await Promise.all(
    list.map(({ key }) =>
      callWithTimeout(source.url, (options) => api.history.asOf.query({ project, environment: key }, options)),
    ),
  )
  if (datafiles.length === 0) throw new CliError(`${project} has no environment to compare with.`)
  return { project, datafiles, attributes }
}

function read(path: string) {
  const file = shownPath(path)
  const text = withFile(path, 'read', () => readFileSync(path, 'utf8'))
  try {
    return readModule(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(
      `${file} isn’t a file of flag declarations: ${why}. Name the right one with --out, or write it again with: fanion pull --out ${file}`,
      {
        cause,
      },
    )
  }
}
